import { Pagination } from '@primer/react';
import { useId, useState } from 'react';
import { OptionSelect } from '../pieces/selects.tsx';
import { count as counted } from '../format/show.ts';

const SIZES = ['10', '20', '50', '100'].map((value) => ({ value, label: value }));
type Props = {
  readonly count: number;
  /** count is a lower bound. */
  readonly more: boolean;
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
};
/** Total, page size, pages, jump. */
export const Paging = ({ count, more, page, size, onPage, onSize }: Props) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const pages = Math.max(1, Math.ceil(count / size)) + (more ? 1 : 0);
  const last = more ? Math.max(pages, page + 1) : pages;
  const jump = (): void => {
    const wanted = Number(typed.normalize('NFKC'));
    setTyped('');
    if (Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, last));
  };
  return (
    <nav className="ui-paging" aria-label="分页">
      <span>
        共 <strong>{counted(count)}</strong>
        {more ? '+' : ''} 条
      </span>
      <span className="ui-paging-size">
        每页
        <OptionSelect
          label="每页条数"
          small
          clearable={false}
          options={SIZES}
          value={String(size)}
          onChange={(next) => onSize(Number(next))}
        />
        条
      </span>
      <Pagination
        pageCount={last}
        currentPage={Math.min(page, last)}
        surroundingPageCount={1}
        onPageChange={(event, next) => {
          event.preventDefault();
          onPage(next);
        }}
      />
      <label htmlFor={`${id}-jump`} className="ui-paging-jump">
        到第
        <input
          id={`${id}-jump`}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={jump}
          onKeyDown={(event) => {
            if (event.key === 'Enter') jump();
          }}
        />
        页
      </label>
    </nav>
  );
};
