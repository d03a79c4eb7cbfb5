/** Nothing there, and what to do about it. */
import type { ReactNode } from 'react';

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <section className="card centre">
    <p className="big">{title}</p>
    {children}
  </section>
);
