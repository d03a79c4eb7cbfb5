/** 待办: one's own list on the dashboard, kept in this browser (S2§2.27). */
import { usePreference } from 'root-config/api';
import { Button, Checkbox, TextInput, count } from 'root-config/ui';
import { useState, type FormEvent } from 'react';

type Todo = { readonly text: string; readonly done: boolean };
const FIRST: readonly Todo[] = [
  { text: '核对昨日交班', done: true },
  { text: '查看待审核的单据', done: false },
  { text: '更新今日金价', done: false },
];
export const TodoList = () => {
  const [todos, keep] = usePreference('demo:todos', FIRST);
  const [typed, setTyped] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const text = typed.trim();
    if (text === '') return;
    keep([...todos, { text, done: false }]);
    setTyped('');
  };
  const open = todos.filter(({ done }) => !done).length;
  return (
    <section className="demo-panel" aria-label="我的待办">
      <h3>
        我的待办<small>还有 {count(open)} 项</small>
      </h3>
      <form className="demo-line" data-scanner="off" onSubmit={add}>
        <TextInput
          block
          aria-label="新的待办"
          placeholder="写下要做的事，回车添加"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">添加</Button>
      </form>
      <ul className="demo-rows">
        {todos.map(({ text, done }, index) => (
          <li key={`${index} ${text}`}>
            <label data-done={done || undefined}>
              <Checkbox
                checked={done}
                onChange={() => keep(todos.map((todo, at) => (at === index ? { ...todo, done: !done } : todo)))}
              />
              {text}
            </label>
            <button
              type="button"
              className="ui-link"
              aria-label={`删除${text}`}
              onClick={() => keep(todos.filter((_todo, at) => at !== index))}
            >
              删除
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
