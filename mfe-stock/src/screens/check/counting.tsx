/** Scan box, buttons, filter, lines and what was not found of one check, kept up with what others count. */
import {
  Button,
  FailedState,
  Grid,
  Label,
  LineGrid,
  ScanBox,
  OptionSelect,
  count,
  usePhone,
  type FormHandle,
  type LineModel,
} from 'root-config/ui';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { CheckFeed, NOTHING, type FeedState } from './check-feed.ts';
import { FILTERS, checkColumns, fitsFilter, type CheckValues, type Line, type LineFilter } from './check-lines.ts';
import { useActions } from './count-actions.ts';
import { CountProgress } from './count-progress.tsx';
import { LastScan } from './last-scan.tsx';
import './counting.css';

type Props = {
  readonly form: FormHandle<CheckValues>;
  readonly model: LineModel<Line>;
  /** Nothing will change any more. */
  readonly audited: boolean;
  /** ISO 8601: what had been counted by then. */
  readonly asOf: string | undefined;
  /** Hears where the count stands, and of which check. */
  readonly onState: (state: FeedState, id: number | undefined) => void;
};

/** The feed of the check, once it is on the server. */
const useFeed = ({ form, model, audited, asOf, onState }: Props) => {
  const { id } = form.values;
  const follows = !audited && asOf === undefined;
  const [state, setState] = useState<FeedState>(NOTHING);
  const feed = useMemo(
    () => (id === undefined ? null : new CheckFeed({ id, asOf }, model, setState)),
    [id, asOf, model],
  );
  useEffect(() => {
    if (feed === null) return undefined;
    void feed.start(follows);
    return () => feed.stop();
  }, [feed, follows]);
  useEffect(() => onState(state, id), [onState, state, id]);
  return { feed, state };
};

const NotFoundList = ({ codes }: { readonly codes: FeedState['notFound'] }) =>
  codes.length === 0 ? null : (
    <details className="check-unknown" open>
      <summary>未找到 {count(codes.length)} 个条码</summary>
      <ul>
        {codes.map(({ barcode, reason, detail }) => (
          <li key={barcode}>
            <strong>{barcode}</strong>
            <Label variant="attention">{reason}</Label>
            <span>{detail}</span>
          </li>
        ))}
      </ul>
    </details>
  );

type Choice = { readonly filter: LineFilter; readonly onFilter: (filter: LineFilter) => void };
const FilterChoice = ({ model, filter, onFilter }: Choice & { readonly model: LineModel<Line> }) => {
  const all = useMemo(
    () => Object.fromEntries(FILTERS.map(([name]) => [name, (line: Line) => (fitsFilter(line, name) ? 1 : 0)])),
    [],
  ) as Record<LineFilter, (line: Line) => number>;
  return (
    <OptionSelect
      label="只看"
      small
      clearable={false}
      options={FILTERS.map(([name, label]) => ({
        value: name,
        label: `${label} ${count(model.sum(`filter-${name}`, all[name]))}`,
      }))}
      value={filter}
      onChange={(next) => onFilter(FILTERS.find(([name]) => name === next)?.[0] ?? 'all')}
    />
  );
};

type LinesProps = Pick<Props, 'model'> & {
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly filter: LineFilter;
};
const Lines = ({ model, readOnly, hidden, filter }: LinesProps) => {
  const phone = usePhone();
  const columns = useMemo(() => checkColumns(phone, hidden), [phone, hidden]);
  const empty = readOnly
    ? '没有明细'
    : hidden
      ? '扫到的首饰显示在这里'
      : '选好分店和首饰类别后提取库存数据，或直接扫码';
  if (filter === 'all') {
    return <LineGrid label="盘点明细" columns={columns} model={model} readOnly={readOnly} height={350} empty={empty} />;
  }
  const rows = model.lines.filter((line) => fitsFilter(line, filter));
  return (
    <Grid label="盘点明细" columns={columns} rows={rows} keyOf={model.keyOf} height={350} empty="没有这样的明细" />
  );
};

type ToolsProps = Pick<Props, 'form'> &
  Pick<ReturnType<typeof useActions>, 'extract' | 'reset' | 'scan'> & {
    readonly loading: boolean;
    readonly onScanBox: () => void;
  };
/** The scan box, and what begins the count or begins it anew. */
const CountTools = ({ form, loading, extract, reset, scan, onScanBox }: ToolsProps) => {
  const opened = form.values.id !== undefined;
  return (
    <>
      <ScanBox label="条码" onScan={scan} atOnce />
      <Button size="small" onClick={onScanBox}>
        扫码录入
      </Button>
      <Button size="small" disabled={!opened} onClick={() => void reset()}>
        重置
      </Button>
      <Button size="small" variant="primary" loading={loading} onClick={() => void extract()}>
        {form.values.blind === true && !opened ? '开始盲盘' : '提取库存数据'}
      </Button>
    </>
  );
};

export const Counting = (props: Props) => {
  const { form, model } = props;
  const { feed, state } = useFeed(props);
  const readOnly = form.mode === 'view' || state.finished;
  useSyncExternalStore(model.subscribe, model.snapshot);
  const [filter, setFilter] = useState<LineFilter>('all');
  const bar = useRef<HTMLDivElement>(null);
  const { last, ...actions } = useActions(form, model, feed);
  const problem = form.problemOf('id');
  const opened = form.values.id !== undefined;
  return (
    <div className="ui-lines check-counting" data-field="id" tabIndex={-1}>
      {opened ? <CountProgress model={model} state={state} /> : null}
      <div className="ui-lines-bar" ref={bar}>
        {readOnly ? null : (
          <CountTools
            form={form}
            {...actions}
            loading={state.loading}
            onScanBox={() => bar.current?.querySelector<HTMLElement>('.ui-scan input')?.focus()}
          />
        )}
        {state.hidden ? null : <FilterChoice model={model} filter={filter} onFilter={setFilter} />}
      </div>
      {problem === undefined ? null : <p className="ui-problem">{problem}</p>}
      {state.audited && form.mode !== 'view' ? <p className="ui-problem">别人已审核这张盘点单，不能再盘点</p> : null}
      {opened && !readOnly ? <LastScan last={last} line={last === null ? undefined : model.get(last.barcode)} /> : null}
      {state.failure === null ? (
        <Lines model={model} readOnly={readOnly} hidden={state.hidden} filter={state.hidden ? 'all' : filter} />
      ) : (
        <FailedState message={state.failure} onRetry={() => void feed?.reload()} />
      )}
      <NotFoundList codes={state.notFound} />
    </div>
  );
};
