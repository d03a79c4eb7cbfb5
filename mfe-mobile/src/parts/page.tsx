/** What every page stands in: logo and title above, the ways to the other pages below. */
import type { ComponentChildren } from 'preact';
import { Link } from './link.tsx';
import { Logo } from './logo.tsx';
import { Nav } from './nav.tsx';

type Props = {
  readonly title: string;
  /** For whoever is signed in and has a record. */
  readonly nav?: boolean;
  /** The page above, of a page that stands below another. */
  readonly back?: string;
  readonly children: ComponentChildren;
};
export const Page = ({ title, nav = false, back, children }: Props) => (
  <>
    <main className={nav ? 'page with-nav' : 'page'}>
      <header className="head">
        {back === undefined ? (
          <Logo />
        ) : (
          <Link className="back" to={back}>
            <span aria-hidden>‹</span>
            <span className="unseen">返回</span>
          </Link>
        )}
        <h1>{title}</h1>
      </header>
      {children}
    </main>
    {nav ? <Nav /> : null}
  </>
);
