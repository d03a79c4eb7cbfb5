/** The departments beside the list of users: one of them, with all below it, narrows the list. */
import { TextInput, type ScreenHandle } from 'root-config/ui';
import { useState } from 'react';
import { useDepartments } from './choices.tsx';
import './user.css';

const INDENT = 14;
type Flat = ReturnType<typeof useDepartments>['departments'];
/** Departments whose name holds the text, and those above them. */
const matching = (flat: Flat, text: string): Flat => {
  if (text === '') return flat;
  const kept = new Set<number>();
  const way: number[] = [];
  for (const { id, depth, label } of flat) {
    way.length = depth;
    way.push(id);
    if (label.includes(text)) for (const one of way) kept.add(one);
  }
  return flat.filter(({ id }) => kept.has(id));
};

export const Departments = ({ screen }: { readonly screen: ScreenHandle }) => {
  const { departments, pending } = useDepartments();
  const [text, setText] = useState('');
  const chosen = screen.query['deptId'];
  const rows = matching(departments, text.trim());
  const choose = (deptId: string | undefined): void => {
    const { username, nickName, phone, status } = screen.query as Record<string, string | undefined>;
    const kept = Object.entries({ username, nickName, phone, status, deptId });
    screen.filter(Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== undefined)));
  };
  return (
    <nav className="user-departments" aria-label="部门">
      <TextInput
        block
        size="small"
        aria-label="部门名称"
        placeholder="部门名称"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul>
        <li>
          <button type="button" aria-current={chosen === undefined} onClick={() => choose(undefined)}>
            全部部门
          </button>
        </li>
        {rows.map(({ id, label, depth }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={chosen === `/${id}/`}
              style={{ paddingLeft: 8 + depth * INDENT }}
              onClick={() => choose(`/${id}/`)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {!pending && rows.length === 0 && <p>没有这样的部门</p>}
    </nav>
  );
};
