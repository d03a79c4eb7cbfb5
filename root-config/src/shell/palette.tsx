import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isCustomerCard, takeCustomerCard, useNavigate, useSession } from 'root-config/api';
import { Dialog, TextInput } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { SearchIcon, MenuIcon } from './icons.tsx';
import { groupsOf } from './menu-groups.ts';
import styles from './palette.module.css';

type Entry = { key: string; title: string; hint: string; path: string };

/** A given barcode has 4 to 32 of these (R14). */
const BARCODE = /^[0-9A-Z._/-]{4,32}$/;
export const piecePath = (barcode: string): string => `/stock/goods-flow?barcode=${encodeURIComponent(barcode)}`;

const entriesFor = (text: string, pages: readonly Entry[]): Entry[] => {
  const wanted = asBarcode(text);
  const piece = BARCODE.test(wanted)
    ? [{ key: 'piece', title: `查看货品 ${wanted}`, hint: '条码', path: piecePath(wanted) }]
    : [];
  const found = pages.filter(({ title, hint }) => `${hint}${title}`.toUpperCase().includes(wanted));
  return [...piece, ...found].slice(0, 12);
};

/** Ctrl K: every page of the user's menu by name, and a piece by its barcode. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { menus } = useSession();
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const pages = groupsOf(menus).flatMap(({ title: area, leaves, single }) =>
    leaves.map(({ path, title }) => ({ key: path, title, hint: single ? '' : area, path })),
  );
  const entries = entriesFor(text, pages);
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    void navigate(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt((at + move + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const code = asBarcode(text);
      if (!isCustomerCard(code)) return go(entries[at]);
      onClose();
      takeCustomerCard(code);
    }
  };
  return (
    <Dialog title="搜索" width="large" align="top" initialFocusRef={field} onClose={onClose}>
      <TextInput
        block
        ref={field}
        size="large"
        leadingVisual={SearchIcon}
        placeholder="功能名称或条码"
        aria-label="功能名称或条码"
        data-scanner="box"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[at] ? `${listId}-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="结果" className={styles['list']}>
        {entries.map((entry, index) => {
          return (
            <li
              key={entry.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles['entry']}
              onMouseMove={() => setAt(index)}
              onClick={() => go(entry)}
            >
              <MenuIcon title={entry.title} />
              <span>{entry.title}</span>
              <small>{entry.hint}</small>
            </li>
          );
        })}
      </ul>
      {entries.length === 0 && <p className={styles['none']}>没有找到，换个词试试</p>}
    </Dialog>
  );
};
