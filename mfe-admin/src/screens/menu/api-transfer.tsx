/** 接口权限: interfaces that the roles with this menu may call beside what their keys open (S2§4, R122). */
import { messageOf, useRows } from 'root-config/api';
import { Button, Checkbox, FailedState, SkeletonBox, TextInput, count } from 'root-config/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { apiList } from 'services/system/contract';
import { found, sidesOf, type Api } from './transfer.ts';
import './transfer.css';

/** Of S2§9: all of them at once. */
export const ALL_APIS = { type: 'BUS', pageIndex: 1, pageSize: 10_000 } as const;

type OptionsProps = {
  readonly label: string;
  readonly apis: readonly Api[];
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (id: number) => void;
};
/** Some hundreds of boxes are one stop of the keyboard: arrows go through them, Space ticks. */
const ApiOptions = ({ label, apis, ticked, onTick }: OptionsProps) => {
  const id = useId();
  const [at, setAt] = useState(0);
  const active = Math.min(at, apis.length - 1);
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(apis.length - 1, to));
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: apis.length - 1 }[event.key];
    const api = apis[active];
    if (to !== undefined) move(to);
    else if (event.key === ' ' && api !== undefined) onTick(api.id);
    else return;
    event.preventDefault();
  };
  return (
    <ul
      role="listbox"
      aria-label={label}
      aria-multiselectable
      tabIndex={0}
      hidden={apis.length === 0}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
    >
      {apis.map((api, index) => (
        <li
          key={api.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={ticked.has(api.id)}
          data-active={index === active || undefined}
          onClick={() => {
            setAt(index);
            onTick(api.id);
          }}
        >
          {api.title}
          <small>
            {api.action} {api.path}
          </small>
        </li>
      ))}
    </ul>
  );
};

type SideProps = {
  readonly title: string;
  readonly apis: readonly Api[];
  readonly empty: string;
  readonly move: string;
  readonly onMove: (ids: readonly number[]) => void;
};
const Side = ({ title, apis, empty, move, onMove }: SideProps) => {
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const shown = found(apis, typed);
  const chosen = apis.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const isAll = shown.length > 0 && shown.every(({ id }) => ticked.has(id));
  const tick = (ids: readonly number[], on: boolean): void => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };
  return (
    <section className="transfer-side" aria-label={title}>
      <header>
        <label>
          <Checkbox
            checked={isAll}
            disabled={shown.length === 0}
            onChange={() =>
              tick(
                shown.map(({ id }) => id),
                !isAll,
              )
            }
          />
          {title}
        </label>
        <small>{count(apis.length)} 个</small>
      </header>
      <TextInput
        block
        aria-label={`查找${title}`}
        placeholder="名称、地址或请求类型"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ApiOptions label={title} apis={shown} ticked={ticked} onTick={(id) => tick([id], !ticked.has(id))} />
      {shown.length === 0 && <p className="transfer-none">{apis.length === 0 ? empty : '没有找到'}</p>}
      <Button
        block
        size="small"
        disabled={chosen.length === 0}
        onClick={() => {
          setTicked(new Set());
          onMove(chosen);
        }}
      >
        {move}（{count(chosen.length)}）
      </Button>
    </section>
  );
};

type Props = { readonly ids: readonly number[]; readonly onChange: (ids: number[]) => void };
export const ApiTransfer = ({ ids, onChange }: Props) => {
  const { rows, loaded, error, retry } = useRows(apiList, ALL_APIS);
  if (error !== null && !loaded) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (!loaded) return <SkeletonBox height={240} />;
  const { free, taken } = sidesOf(rows, ids);
  return (
    <div className="transfer" role="group" aria-label="接口权限">
      <Side
        title="未绑定的接口"
        apis={free}
        empty="所有接口都已绑定"
        move="绑定所选"
        onMove={(added) => onChange([...ids, ...added])}
      />
      <Side
        title="已绑定的接口"
        apis={taken}
        empty="还没有绑定接口"
        move="解除所选"
        onMove={(gone) => onChange(ids.filter((id) => !gone.includes(id)))}
      />
    </div>
  );
};
/** What is bound, for whoever only looks. */
export const BoundApis = ({ apis }: { readonly apis: readonly Api[] }) =>
  apis.length === 0 ? (
    '—'
  ) : (
    <ul className="transfer-bound">
      {apis.map(({ id, title, action, path }) => (
        <li key={id}>
          {title} <small>{`${action} ${path}`}</small>
        </li>
      ))}
    </ul>
  );
