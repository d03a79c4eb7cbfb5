/** The switch of a row that is enabled or not; it asks, and whoever says no finds it as it was: it shows the row. */
import { ToggleSwitch, VisuallyHidden, confirm, runCommand } from 'root-config/ui';

const ENABLED = '2';
type Props = {
  readonly id: number;
  readonly name: string;
  /** What it is: 角色. */
  readonly kind: string;
  readonly status: string;
  readonly disabled: boolean;
  /** PUT, with the status beside what names the row. */
  readonly path: string;
  readonly named: Readonly<Record<string, number>>;
  /** Path of the list that shows it. */
  readonly view: string;
};
const toggle = async ({ name, kind, status, path, named, view }: Props): Promise<void> => {
  const isOn = status === ENABLED;
  const doing = isOn ? '停用' : '启用';
  if (!(await confirm({ text: `确认要${doing}“${name}”${kind}吗？`, ok: doing, danger: isOn }))) return;
  await runCommand({ method: 'PUT', path, body: { ...named, status: isOn ? '1' : ENABLED }, views: [view] });
};
export const StatusSwitch = (props: Props) => {
  const label = `status-${props.id}`;
  return (
    <>
      <VisuallyHidden id={label}>{props.name}的状态</VisuallyHidden>
      <ToggleSwitch
        size="small"
        aria-labelledby={label}
        buttonLabelOn="正常"
        buttonLabelOff="停用"
        checked={props.status === ENABLED}
        disabled={props.disabled}
        onClick={() => void toggle(props)}
      />
    </>
  );
};
