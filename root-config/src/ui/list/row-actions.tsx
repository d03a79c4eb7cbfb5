import { ActionList, ActionMenu } from '@primer/react';
import { can } from 'root-config/api';
import { inlineIn, widthFor } from './actions-room.ts';
import type { BulkAction, ListSpec, RowAction, ScreenHandle } from './types.ts';

/** While the past is on screen nothing can be written: only what reads is there. */
export const usableAt = <Action extends { readonly reads?: boolean }>(
  { asOf }: Pick<ScreenHandle, 'asOf'>,
  actions: readonly Action[],
): readonly Action[] => (asOf === undefined ? actions : actions.filter(({ reads }) => reads === true));
/** Actions this user may see on this row; what is not allowed is absent. */
export const actionsFor = <Row extends object>(
  actions: readonly RowAction<Row>[],
  row: Row,
  screen: ScreenHandle,
): readonly RowAction<Row>[] =>
  usableAt(screen, actions).filter(({ allow, when }) => (allow === undefined || can(allow)) && (when?.(row) ?? true));
/** What a selection may be asked to do, by this user, at this moment. */
export const bulkFor = <Row extends object>(
  { bulk = [] }: Pick<ListSpec<Row>, 'bulk'>,
  screen: Pick<ScreenHandle, 'asOf'>,
): readonly BulkAction<Row>[] => usableAt(screen, bulk).filter(({ allow }) => allow === undefined || can(allow));
export const perform = <Row extends object>(action: RowAction<Row>, row: Row, screen: ScreenHandle): void => {
  if (action.blocked?.(row) !== undefined) return;
  if (action.open !== undefined) screen.show(action.open(row, screen));
  void action.run?.(row, screen);
};

/** px the words of a row have. */
export const actionsWidth = <Row extends object>(actions: readonly RowAction<Row>[]): number =>
  widthFor(actions.filter(({ allow }) => allow === undefined || can(allow)));

type Props<Row extends object> = {
  readonly actions: readonly RowAction<Row>[];
  readonly row: Row;
  readonly screen: ScreenHandle;
  /** Names the row for screen readers. */
  readonly name: string;
};
/** Words, not icons; disabled ones say why. */
export const RowActions = <Row extends object>({ actions, row, screen, name }: Props<Row>) => {
  const usable = actionsFor(actions, row, screen);
  // A card keeps no room for none.
  if (usable.length === 0) return null;
  const inline = usable.slice(0, inlineIn(actionsWidth(actions), usable));
  const rest = usable.slice(inline.length);
  return (
    <span className="ui-actions">
      {inline.map((action) => {
        const reason = action.blocked?.(row);
        return (
          <button
            key={action.label}
            type="button"
            className={action.danger === true ? 'ui-link ui-link-danger' : 'ui-link'}
            aria-label={`${action.label}${name}`}
            aria-disabled={reason !== undefined}
            title={reason}
            data-off={reason !== undefined || undefined}
            onClick={(event) => {
              event.stopPropagation();
              perform(action, row, screen);
            }}
          >
            {action.label}
          </button>
        );
      })}
      {rest.length > 0 ? (
        <ActionMenu>
          <ActionMenu.Anchor>
            <button type="button" className="ui-link" aria-label={`更多操作${name}`}>
              更多
            </button>
          </ActionMenu.Anchor>
          <ActionMenu.Overlay width="auto">
            <ActionList>
              {rest.map((action) => {
                const reason = action.blocked?.(row);
                return (
                  <ActionList.Item
                    key={action.label}
                    variant={action.danger === true ? 'danger' : 'default'}
                    {...(reason === undefined ? {} : { inactiveText: reason })}
                    onSelect={() => perform(action, row, screen)}
                  >
                    {action.label}
                  </ActionList.Item>
                );
              })}
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      ) : null}
    </span>
  );
};
