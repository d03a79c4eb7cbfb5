/** Nothing there, and what to do about it. */
import type { ComponentChildren } from 'preact';

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <section className="card centre">
    <p className="big">{title}</p>
    {children}
  </section>
);
