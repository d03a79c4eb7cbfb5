import { messageOf, useCan, usePreference, useScanner } from 'root-config/api';
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { count } from '../format/show.ts';
import { EmptyList, preloadDialogs } from '../lazy-dialogs.tsx';
import { EmptyState, FailedState } from '../pieces/empty-state.tsx';
import { usePhone } from '../pieces/use-media.ts';
import { ListCards } from './cards.tsx';
import { ListTable } from './list-table.tsx';
import { ListTotals } from './list-totals.tsx';
import { ListHead } from './list-head.tsx';
import { PastBand } from './list-toolbar.tsx';
import { Paging } from './paging.tsx';
import { useList, type ListState } from './use-list.ts';
import { withoutOneDay } from './one-day.ts';
import { useTree } from './use-tree.tsx';
import type { ListEndpoint, ListSpec, RowOfEndpoint, ScreenHandle } from './types.ts';
import './list.css';

type EmptyProps<E extends ListEndpoint> = { list: ListState<E>; spec: ListSpec<RowOfEndpoint<E>>; path: string };
const ListContent = <E extends ListEndpoint>({
  list,
  spec,
  path,
  screen,
  cards,
  report,
}: EmptyProps<E> & { screen: ScreenHandle; cards: 'none' | 'small' | 'large'; report: boolean }) => {
  const found = list.rows as readonly RowOfEndpoint<E>[];
  const asked = Object.values(list.values).join('');
  const branches = useTree(spec, found, asked);
  if (list.lacking !== undefined) {
    const asked = list.allFilters.filter(({ required }) => required !== undefined).map(({ label }) => label);
    return <EmptyState title={list.lacking} text={`在上方的筛选里填写${asked.join('、')}，就会查询。`} />;
  }
  const [wrong] = list.problems;
  if (wrong !== undefined && list.rows.length === 0)
    return <EmptyState title="筛选条件有误" text={`${wrong.message}，修改后会重新查询。`} />;
  if (list.error !== null && list.rows.length === 0)
    return <FailedState message={messageOf(list.error)} onRetry={list.retry} />;
  // An empty page above the first one is left by itself (useList).
  if (!list.pending && list.rows.length === 0 && list.loaded && list.page === 1)
    return <EmptyList list={list} spec={spec} path={path} />;
  const rows = branches?.rows ?? found;
  if (cards !== 'none') {
    return (
      <ListCards
        spec={spec}
        rows={rows}
        screen={screen}
        pending={!list.loaded}
        large={cards === 'large'}
        branches={branches}
        stale={list.stale}
        selected={list.selected}
        onSelect={list.setSelected}
      />
    );
  }
  return (
    <ListTable
      spec={report ? withoutOneDay(spec, { ...list, rows }) : spec}
      rows={rows}
      stale={list.stale}
      sort={list.sort}
      onSort={list.setSort}
      values={list.values}
      onFilter={list.setFilter}
      arrangement={list.arrangement}
      onArrange={list.arrange}
      selected={list.selected}
      onSelect={list.setSelected}
      screen={screen}
      pending={!list.loaded}
      branches={branches}
    />
  );
};

const useListScreen = <E extends ListEndpoint>(endpoint: E, spec: ListSpec<RowOfEndpoint<E>>, report: boolean) => {
  const list = useList(endpoint, spec, report);
  const [dialog, setDialog] = useState<ReactNode>(null);
  // A link in a dialog of this very page leads to what lies behind it.
  const [address, follow] = useState(list.address);
  if (address !== list.address) {
    follow(list.address);
    setDialog(null);
  }
  const screen: ScreenHandle = {
    close: () => setDialog(null),
    reload: list.retry,
    show: setDialog,
    query: list.query,
    filter: list.setValues,
    asOf: list.asOf ?? undefined,
  };
  const { loaded } = list;
  useEffect(() => {
    if (loaded) preloadDialogs();
  }, [loaded]);
  const scanned = list.filters.find(
    (filter) => filter.kind === 'text' && (filter.scanned ?? filter.name === 'barcode'),
  );
  const parameter = scanned?.kind === 'text' ? scanned.name : undefined;
  useScanner(
    (code) => {
      if (parameter !== undefined) list.setFilter({ [parameter]: code });
    },
    { active: parameter !== undefined },
  );
  return { list, screen, dialog };
};

const cardsFor = (phone: boolean, gallery: boolean): 'none' | 'small' | 'large' =>
  phone ? 'small' : gallery ? 'large' : 'none';
/** A failed reload says so and leaves the old rows; so do totals that could not be had. */
const AlertLine = ({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) => (
  <p className="ui-stale" role="alert">
    {text}
    {onRetry === undefined ? null : (
      <button type="button" className="ui-link" onClick={onRetry}>
        重试
      </button>
    )}
  </p>
);
const alertOf = <E extends ListEndpoint>({ error, totalsError, rows, problems }: ListState<E>): string | null => {
  if (rows.length === 0) return null;
  if (problems.length > 0) return '筛选条件有误，下面是之前的数据。';
  if (error !== null) return `${messageOf(error)}，下面是之前的数据。`;
  return totalsError === null ? null : `合计没有取到：${messageOf(totalsError)}。`;
};

/** Another page is read from its first row. */
const useTopOf = (frame: RefObject<HTMLElement | null>, page: number): void => {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    frame.current?.querySelector('.ui-table-frame')?.scrollTo({ top: 0 });
    const content = frame.current?.querySelector('.ui-content');
    if (content != null && content.getBoundingClientRect().top < 0) content.scrollIntoView({ block: 'start' });
  }, [frame, page]);
};

type PagesProps<E extends ListEndpoint> = Pick<EmptyProps<E>, 'list' | 'spec'>;
const Pages = <E extends ListEndpoint>({ list, spec }: PagesProps<E>) => {
  if (!list.loaded || list.lacking !== undefined || list.count === 0) return null;
  // A tree is there whole.
  if (spec.tree !== undefined) return <p className="ui-paging">共 {count(list.count)} 条</p>;
  return (
    <Paging
      count={list.count}
      more={list.more}
      page={list.page}
      size={list.size}
      onPage={list.setPage}
      onSize={list.setSize}
    />
  );
};

/** What is over the rows: a strip of figures, and what the screen has of its own. */
const Above = <E extends ListEndpoint>({ list, spec, path, screen }: EmptyProps<E> & { screen: ScreenHandle }) => {
  const isShown = list.lacking === undefined && (!list.loaded || list.rows.length > 0);
  return (
    <>
      {isShown ? <ListTotals list={list} spec={spec} path={path} screen={screen} /> : null}
      {spec.above?.({ rows: list.rows as readonly RowOfEndpoint<E>[], totals: list.totals ?? {} }, screen)}
    </>
  );
};

type ScreenProps<E extends ListEndpoint> = { endpoint: E; spec: ListSpec<RowOfEndpoint<E>>; report: boolean };
const Screen = <E extends ListEndpoint>({ endpoint, spec, report }: ScreenProps<E>) => {
  const { list, screen, dialog } = useListScreen(endpoint, spec, report);
  const phone = usePhone();
  const [gallery, setGallery] = usePreference(`list:${endpoint.path}:cards`, false);
  const [roomy, setRoomy] = usePreference('list:roomy', false);
  const frame = useRef<HTMLElement>(null);
  const cards = cardsFor(phone, spec.gallery === true && gallery);
  const past = list.asOf !== null;
  useTopOf(frame, list.page);
  const alert = alertOf(list);
  const onKeyDown = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== '/' || typing) return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>('.ui-filters input, .ui-filters button')?.focus();
  };
  return (
    <section
      ref={frame}
      className={`ui-list${list.selected.size > 0 ? ' ui-list-choosing' : ''}${past ? ' ui-list-past' : ''}${roomy ? ' ui-roomy' : ''}`}
      aria-label={spec.title}
      onKeyDown={onKeyDown}
    >
      {list.asOf === null ? null : <PastBand asOf={list.asOf} onBack={() => list.setAsOf(null)} />}
      <ListHead
        endpoint={endpoint}
        spec={spec}
        list={list}
        screen={screen}
        report={report}
        cards={cards}
        gallery={gallery}
        onCards={phone ? undefined : setGallery}
        roomy={roomy}
        onRoomy={setRoomy}
      />
      {alert === null ? null : <AlertLine text={alert} onRetry={list.problems.length > 0 ? undefined : list.retry} />}
      {list.parked > 0 ? <p className="ui-stale">有{list.parked}条未更新，请联系管理员</p> : null}
      <Above list={list} spec={spec} path={endpoint.path} screen={screen} />
      <div className={list.refreshing ? 'ui-content ui-refreshing' : 'ui-content'}>
        <ListContent list={list} spec={spec} path={endpoint.path} screen={screen} cards={cards} report={report} />
      </div>
      <Pages list={list} spec={spec} />
      {dialog}
    </section>
  );
};

/** A screen as the loader of a micro-frontend takes it; `screen` is what it was made of. */
export type ScreenComponent = ComponentType & {
  readonly screen: { readonly title: string; readonly permission: string | readonly string[] };
};
const screenOf = <E extends ListEndpoint>(
  endpoint: E,
  spec: ListSpec<RowOfEndpoint<E>>,
  report: boolean,
): ScreenComponent => {
  const { title, permission } = spec;
  const Component = () =>
    useCan(permission) ? (
      <Screen endpoint={endpoint} spec={spec} report={report} />
    ) : (
      <EmptyState title="没有权限" text={`需要“${title}”的查看权限，请联系管理员。`} />
    );
  return Object.assign(Component, { displayName: title, screen: { title, permission } });
};
/** A list as one plain object → its screen. */
export const listScreen = <E extends ListEndpoint>(endpoint: E, spec: ListSpec<RowOfEndpoint<E>>): ScreenComponent =>
  screenOf(endpoint, spec, false);
/** A report: totals come from the server (`data.list`), and it loads once the shop options are there. */
export const reportScreen = <E extends ListEndpoint>(endpoint: E, spec: ListSpec<RowOfEndpoint<E>>): ScreenComponent =>
  screenOf(endpoint, spec, true);
