/** Scan box, buttons, filter, lines and what was not found of one check, kept up with what others count. */
import { messageOf, toast } from 'root-config/api';
import {
  Button,
  FailedState,
  Grid,
  Label,
  LineGrid,
  ScanBox,
  Select,
  confirm,
  count,
  usePhone,
  type FormHandle,
  type LineModel,
  type ScanOutcome,
} from 'root-config/ui';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { openCheck, resetCheck, scanCodes, whyNotOpen } from './check-commands.ts';
import { CheckFeed, type FeedState } from './check-feed.ts';
import { FILTERS, checkColumns, fitsFilter, type CheckValues, type Line, type LineFilter } from './check-lines.ts';
import { scanBatches } from './scan-batches.ts';
import './counting.css';

type Props = {
  readonly form: FormHandle<CheckValues>;
  readonly model: LineModel<Line>;
  /** Nothing will change any more. */
  readonly audited: boolean;
  /** ISO 8601: what had been counted by then. */
  readonly asOf: string | undefined;
};
const NOTHING: FeedState = { loading: false, failure: null, notFound: [], audited: false };

/** The feed of the check, once it is on the server. */
const useFeed = ({ form, model, audited, asOf }: Props) => {
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
  return { feed, state };
};

/** Opens the check when that has not happened yet; says what is missing for it. */
const useOpening = ({ form }: Props) => {
  const opening = useRef<Promise<number> | null>(null);
  const { id, shopId, checkAt, type, style, remark } = form.values;
  return async (): Promise<number> => {
    if (id !== undefined) return id;
    opening.current ??= openCheck({ shopId, checkAt, type, style, remark }).finally(() => {
      opening.current = null;
    });
    const fresh = await opening.current;
    form.set({ id: fresh });
    return fresh;
  };
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
    <Select
      aria-label="只看"
      size="small"
      value={filter}
      onChange={(event) => onFilter(FILTERS.find(([name]) => name === event.target.value)?.[0] ?? 'all')}
    >
      {FILTERS.map(([name, label]) => (
        <Select.Option key={name} value={name}>
          {`${label} ${count(model.sum(`filter-${name}`, all[name]))}`}
        </Select.Option>
      ))}
    </Select>
  );
};

const useActions = (props: Props, feed: CheckFeed | null) => {
  const { form, model } = props;
  const open = useOpening(props);
  const [batches] = useState(scanBatches);
  const extract = async (): Promise<void> => {
    const missing = whyNotOpen(form.values);
    if (missing !== null) return toast.error(missing);
    try {
      if (feed === null) await open();
      else await feed.reload();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const reset = async (): Promise<void> => {
    const { id } = form.values;
    if (
      id === undefined ||
      !(await confirm({ text: '已盘点的数量和未找到的条码都会清空，确定重置吗？', danger: true }))
    )
      return;
    try {
      await resetCheck(id);
      await feed?.reload();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const scan = async (code: string): Promise<ScanOutcome> => {
    const missing = whyNotOpen(form.values);
    if (missing !== null) return { ok: false, reason: missing };
    const barcode = asBarcode(code);
    if (barcode === '') return { ok: false, reason: '请输入条码！' };
    const answer = await batches(barcode, async (codes) => scanCodes(await open(), codes));
    await feed?.follow();
    if (answer === undefined || !answer.found) {
      return { ok: false, reason: `${answer?.reason ?? '未知'}：${answer?.detail ?? ''}` };
    }
    model.flash(barcode);
    const line = model.get(barcode);
    return { ok: true, key: barcode, text: `已盘点 ${barcode} ${line?.name ?? ''}` };
  };
  return { extract, reset, scan };
};

const Lines = ({ model, readOnly, filter }: Pick<Props, 'model'> & { readOnly: boolean; filter: LineFilter }) => {
  const phone = usePhone();
  const columns = useMemo(() => checkColumns(phone), [phone]);
  const empty = readOnly ? '没有明细' : '选好分店和首饰类别后提取库存数据，或直接扫码';
  if (filter === 'all') {
    return <LineGrid label="盘点明细" columns={columns} model={model} readOnly={readOnly} height={350} empty={empty} />;
  }
  const rows = model.lines.filter((line) => fitsFilter(line, filter));
  return (
    <Grid label="盘点明细" columns={columns} rows={rows} keyOf={model.keyOf} height={350} empty="没有这样的明细" />
  );
};

export const Counting = (props: Props) => {
  const { form, model } = props;
  const readOnly = form.mode === 'view';
  const { feed, state } = useFeed(props);
  useSyncExternalStore(model.subscribe, model.snapshot);
  const [filter, setFilter] = useState<LineFilter>('all');
  const bar = useRef<HTMLDivElement>(null);
  const { extract, reset, scan } = useActions(props, feed);
  const problem = form.problemOf('id');
  return (
    <div className="ui-lines check-counting" data-field="id" tabIndex={-1}>
      <div className="ui-lines-bar" ref={bar}>
        {readOnly ? null : (
          <>
            <ScanBox label="条码" onScan={scan} atOnce />
            <Button size="small" onClick={() => bar.current?.querySelector<HTMLElement>('.ui-scan input')?.focus()}>
              扫码录入
            </Button>
            <Button size="small" disabled={form.values.id === undefined} onClick={() => void reset()}>
              重置
            </Button>
            <Button size="small" variant="primary" loading={state.loading} onClick={() => void extract()}>
              提取库存数据
            </Button>
          </>
        )}
        <FilterChoice model={model} filter={filter} onFilter={setFilter} />
      </div>
      {problem === undefined ? null : <p className="ui-problem">{problem}</p>}
      {state.audited && !readOnly ? <p className="ui-problem">别人已审核这张盘点单，不能再盘点</p> : null}
      {state.failure === null ? (
        <Lines model={model} readOnly={readOnly} filter={filter} />
      ) : (
        <FailedState message={state.failure} onRetry={() => void feed?.reload()} />
      )}
      <NotFoundList codes={state.notFound} />
    </div>
  );
};
