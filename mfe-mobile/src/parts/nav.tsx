/** The bar below: the pages that name a word for it. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Link } from './link.tsx';

type NavRow = { readonly path: string; readonly nav?: string };
/** The table of pages; the app gives it. */
export const NavRows = createContext<readonly NavRow[]>([]);

export const Nav = () => {
  const rows = useContext(NavRows).filter(({ nav }) => nav !== undefined);
  if (rows.length < 2) return null;
  return (
    <nav className="nav" aria-label="会员中心">
      {rows.map(({ path, nav }) => (
        <Link key={path} to={path} current={location.pathname === path}>
          {nav}
        </Link>
      ))}
    </nav>
  );
};
