import { Button, SegmentedControl } from '@primer/react';
import { can, client, messageOf, toast } from 'root-config/api';
import { useState } from 'react';
import { exportText } from '../format/texts.ts';
import { moment } from '../format/show.ts';
import { confirm } from '../pieces/confirm.tsx';
import { usePhone } from '../pieces/use-media.ts';
import { Clock } from './clock.tsx';
import { bulkFor, usableAt } from './row-actions.tsx';
import type { BulkAction, ListSpec, ScreenHandle, ToolbarAction } from './types.ts';

/** A button that is absent without the right and says why it cannot be pressed now. */
const ActionButton = ({
  action,
  reason,
  onPress,
}: {
  action: ToolbarAction | BulkAction<never>;
  reason: string | undefined;
  onPress: () => void;
}) => {
  const primary = 'primary' in action && action.primary === true;
  return (
    <Button
      variant={primary ? 'primary' : action.danger === true ? 'danger' : 'default'}
      inactive={reason !== undefined}
      title={reason}
      onClick={() => {
        if (reason === undefined) onPress();
        else toast.info(reason);
      }}
    >
      {action.label}
    </Button>
  );
};
const may = ({ allow }: { readonly allow?: string | readonly string[] }): boolean => allow === undefined || can(allow);

type ExportProps = {
  readonly name: string;
  readonly path: string;
  readonly query: ScreenHandle['query'];
  /** Fields of the columns on screen, in their order; absent: all that the sheet has. */
  readonly columns?: readonly string[];
  /** Default: 是否确认导出{name}数据? */
  readonly question?: string | undefined;
};
export const ExportButton = ({ name, path, query, columns, question = exportText(name) }: ExportProps) => {
  const [running, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    if (!(await confirm({ text: question }))) return;
    setRunning(true);
    try {
      const chosen = columns === undefined ? {} : { columns: columns.join(',') };
      await client.download(`${path}/export`, { ...query, ...chosen }, `${name}.xlsx`);
      toast.success('导出完成');
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button loading={running} loadingAnnouncement="正在导出…" onClick={() => void run()}>
      导出
    </Button>
  );
};

/** Makes the past visibly different from now. */
export const PastBand = ({ asOf, onBack }: { asOf: string; onBack: () => void }) => (
  <div className="ui-past" role="status">
    <strong>正在查看 {moment(asOf)} 的数据</strong>
    <span>只能查看，不能修改</span>
    <Button size="small" onClick={onBack}>
      返回现在
    </Button>
  </div>
);

type Props<Row extends object> = {
  readonly spec: ListSpec<Row>;
  readonly path: string;
  readonly exportKey: string | readonly string[] | undefined;
  /** Fields of the columns on screen, in their order. */
  readonly columns: readonly string[];
  readonly screen: ScreenHandle;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onClear: () => void;
  readonly clock: { readonly asOf: string | null; readonly onAsOf: (asOf: string | null) => void } | undefined;
  readonly cards: boolean;
  /** Absent where rows are cards anyway. */
  readonly onCards: ((cards: boolean) => void) | undefined;
  readonly refreshing: boolean;
  readonly children: React.ReactNode;
};
/** What can be done with the selection, and why not what is off. On a phone it stands at the thumb. */
const BulkBar = <Row extends object>({
  spec,
  screen,
  chosen,
  onClear,
}: Pick<Props<Row>, 'spec' | 'screen' | 'onClear'> & { chosen: readonly Row[] }) => {
  const actions = bulkFor(spec, screen).map((action) => ({ action, reason: action.blocked?.(chosen) }));
  const reasons = [...new Set(actions.flatMap(({ reason }) => (reason === undefined ? [] : [reason])))];
  return (
    <div className="ui-bulk ui-bulk-chosen" role="group" aria-label="批量操作">
      <span aria-live="polite">已选 {chosen.length} 项</span>
      {actions.map(({ action, reason }) => (
        <ActionButton
          key={action.label}
          action={action}
          reason={reason}
          onPress={() => {
            if (action.open !== undefined) screen.show(action.open(chosen, screen));
            void Promise.resolve(action.run?.(chosen, screen)).then(onClear);
          }}
        />
      ))}
      <Button variant="invisible" onClick={onClear}>
        取消选择
      </Button>
      {reasons.length === 0 ? null : (
        <span className="ui-bulk-why" title={reasons.join('；')}>
          {reasons.join('；')}
        </span>
      )}
    </div>
  );
};

/** The right to take a list away is its own: `biz:bizSell:list` → `biz:bizSell:export`, as on the server. */
const exportKeyOf = (permission: string | readonly string[]): string =>
  String(typeof permission === 'string' ? permission : permission[0]).replace(/:[^:]+$/, ':export');

/** One primary action; with a selection the bulk actions. */
export const ListToolbar = <Row extends object>(props: Props<Row>) => {
  const { spec, screen, selected } = props;
  const chosen = [...selected.values()];
  const exportable = spec.exportName !== undefined && can(props.exportKey ?? exportKeyOf(spec.permission));
  const phone = usePhone();
  const actions = usableAt(screen, spec.toolbar ?? []).filter((action) => may(action) && !(phone && action.wide));
  return (
    <div className="ui-toolbar">
      {chosen.length > 0 ? <BulkBar spec={spec} screen={screen} chosen={chosen} onClear={props.onClear} /> : null}
      {/* On a phone the bulk actions stand at the thumb: these stay, so that no card moves. */}
      {phone || chosen.length === 0 ? (
        <div className="ui-bulk">
          {actions.map((action) => (
            <ActionButton
              key={action.label}
              action={action}
              reason={action.blocked?.()}
              onPress={() => {
                if (action.open !== undefined) screen.show(action.open(screen));
                void action.run?.(screen);
              }}
            />
          ))}
        </div>
      ) : null}
      <div className="ui-tools">
        {spec.gallery === true && props.onCards !== undefined ? (
          <SegmentedControl aria-label="显示方式" size="small" onChange={(index) => props.onCards?.(index === 1)}>
            <SegmentedControl.Button selected={!props.cards}>表格</SegmentedControl.Button>
            <SegmentedControl.Button selected={props.cards}>图片</SegmentedControl.Button>
          </SegmentedControl>
        ) : null}
        {props.clock === undefined ? null : <Clock {...props.clock} />}
        {exportable ? (
          <ExportButton
            name={spec.exportName ?? spec.title}
            path={props.path}
            query={screen.query}
            columns={props.columns}
            question={spec.exportQuestion}
          />
        ) : null}
        {props.children}
        <Button variant="invisible" loading={props.refreshing} loadingAnnouncement="正在刷新" onClick={screen.reload}>
          刷新
        </Button>
      </div>
    </div>
  );
};
