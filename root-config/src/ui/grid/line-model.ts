import { LineSums } from './line-sums.ts';

/**
 * The lines of a document while they are typed, scanned and pasted. One array, changed in place; every change is
 * kept as the lines it replaced, so that undo costs what the change cost and 100,000 lines are never copied.
 */
export type LineNotes = Readonly<Record<string, string>>;
/** A text that is no value of its cell, with the reason. */
type RefusedText = { readonly text: string; readonly message: string };
/** Where it stands, as a draft keeps it. */
export type RefusedCell = RefusedText & { readonly index: number; readonly field: string };
type LineChange<L> =
  | { readonly kind: 'set'; readonly index: number; readonly before: L; readonly after: L }
  | { readonly kind: 'splice'; readonly index: number; readonly removed: readonly L[]; readonly added: readonly L[] };
type UndoStep<L> = readonly LineChange<L>[];

const UNDO_STEPS = 200;
const without = (notes: LineNotes, fields: readonly string[]): LineNotes =>
  Object.fromEntries(Object.entries(notes).filter(([field]) => !fields.includes(field)));

export class LineModel<L extends object> {
  readonly keyOf: (line: L) => string;
  #lines: L[];
  #index = new Map<string, number>();
  #indexed = false;
  #undo: UndoStep<L>[] = [];
  #redo: UndoStep<L>[] = [];
  #open: LineChange<L>[] | undefined;
  #notes = new WeakMap<L, LineNotes>();
  #typed = new WeakMap<L, LineNotes>();
  readonly #sums = new LineSums<L>();
  #listeners = new Set<() => void>();
  #version = 0;
  #saved = 0;
  #flash: { readonly key: string; readonly at: number } | undefined;

  #revealed: { readonly row: number; readonly field: string } | undefined;

  constructor(keyOf: (line: L) => string, lines: readonly L[] = []) {
    this.keyOf = keyOf;
    this.#lines = [...lines];
  }

  /** The living array: read it, never write to it; `version` moves with every change, the object may not. */
  get lines(): readonly L[] {
    return this.#lines;
  }
  get version(): number {
    return this.#version;
  }
  get length(): number {
    return this.#lines.length;
  }
  /** Something was changed since the last {@link replace}. */
  get dirty(): boolean {
    return this.#saved !== this.#version;
  }
  /** The line last scanned; `at` grows with every scan. */
  get flashed(): { readonly key: string; readonly at: number } | undefined {
    return this.#flash;
  }
  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): number => this.#version;

  /** Index of a key, -1 when absent. */
  indexOf(key: string): number {
    if (!this.#indexed) {
      this.#index.clear();
      for (let index = this.#lines.length - 1; index >= 0; index--)
        this.#index.set(this.keyOf(this.#lines[index]!), index);
      this.#indexed = true;
    }
    return this.#index.get(key) ?? -1;
  }
  has(key: string): boolean {
    return this.indexOf(key) !== -1;
  }
  get(key: string): L | undefined {
    return this.#lines[this.indexOf(key)];
  }
  at(index: number): L | undefined {
    return this.#lines[index];
  }
  /** Messages of a line by field; they go when the line changes again. */
  notesOf(line: L): LineNotes | undefined {
    return this.#notes.get(line);
  }

  /** New content from the server or of a draft: no undo reaches behind it, and nothing counts as changed. */
  replace(lines: readonly L[], refused: readonly RefusedCell[] = []): void {
    this.#lines = [...lines];
    for (const { index, field, ...text } of refused) {
      const line = this.#lines[index];
      if (line !== undefined) this.#lines[index] = this.#marked(line, field, text);
    }
    this.#indexed = false;
    this.#undo = [];
    this.#redo = [];
    this.#sums.clear();
    this.#emit();
    this.#saved = this.#version;
  }
  append(lines: readonly L[], flash = false): void {
    if (lines.length === 0) return;
    this.#run({ kind: 'splice', index: this.#lines.length, removed: [], added: lines });
    if (flash) this.flash(this.keyOf(lines[lines.length - 1]!));
  }
  insert(index: number, lines: readonly L[]): void {
    if (lines.length > 0) this.#run({ kind: 'splice', index, removed: [], added: lines });
  }
  /** @returns false when no line has the key. */
  update(key: string, change: Partial<L> | ((line: L) => L), notes?: LineNotes): boolean {
    const index = this.indexOf(key);
    if (index === -1) return false;
    const before = this.#lines[index]!;
    this.setAt(index, typeof change === 'function' ? change(before) : { ...before, ...change }, notes);
    return true;
  }
  /** `field` names the cell that was typed, so that a refused text in it goes while others stay. */
  setAt(index: number, after: L, notes?: LineNotes, field = ''): void {
    const before = this.#lines[index];
    if (before === undefined) return;
    if (notes !== undefined) this.#notes.set(after, notes);
    this.#carryTyped(before, after, [field]);
    this.#run({ kind: 'set', index, before, after });
  }
  /** Keeps a text that is no value of its cell, with the reason; the line's value stays as it was. */
  refuse(index: number, field: string, refused: RefusedText): void {
    const before = this.#lines[index];
    if (before !== undefined) this.#run({ kind: 'set', index, before, after: this.#marked(before, field, refused) });
  }
  /** Refused texts of a line by field. */
  typedOf(line: L): LineNotes | undefined {
    return this.#typed.get(line);
  }
  /** Every cell that holds a refused text. The lines alone would bring its old value back. */
  refused(): readonly RefusedCell[] {
    return this.#lines.flatMap((line, index) =>
      Object.entries(this.#typed.get(line) ?? {}).map(([field, text]) => ({
        index,
        field,
        text,
        message: this.#notes.get(line)?.[field] ?? '请检查输入',
      })),
    );
  }
  /** {@link refused} as a form says it: `<index>.<field>` and the reason. */
  problems(): readonly { readonly path: string; readonly message: string }[] {
    return this.refused().map(({ index, field, message }) => ({ path: `${index}.${field}`, message }));
  }
  removeAt(index: number, howMany = 1): void {
    const removed = this.#lines.slice(index, index + howMany);
    if (removed.length > 0) this.#run({ kind: 'splice', index, removed, added: [] });
  }
  remove(key: string): void {
    const index = this.indexOf(key);
    if (index !== -1) this.removeAt(index);
  }
  clear(): void {
    this.removeAt(0, this.#lines.length);
  }
  /** Several changes as one step of undo and one repaint. */
  together(work: () => void): void {
    if (this.#open !== undefined) return work();
    this.#open = [];
    try {
      work();
    } finally {
      const step = this.#open;
      this.#open = undefined;
      if (step.length > 0) this.#keep(step);
    }
  }
  undo(): boolean {
    const step = this.#undo.pop();
    if (step === undefined) return false;
    for (const change of step.toReversed()) this.#apply(change, true);
    this.#redo.push(step);
    this.#emit();
    return true;
  }
  redo(): boolean {
    const step = this.#redo.pop();
    if (step === undefined) return false;
    for (const change of step) this.#apply(change, false);
    this.#undo.push(step);
    this.#emit();
    return true;
  }
  /** Makes a line light up and come into view. */
  flash(key: string): void {
    this.#flash = { key, at: (this.#flash?.at ?? 0) + 1 };
    this.#emit(false);
  }
  /** Brings a cell into view and gives it the keyboard. */
  reveal(row: number, field: string): void {
    this.#revealed = { row, field };
    this.#emit(false);
  }
  /** The cell last asked for; another object each time. */
  get revealed(): { readonly row: number; readonly field: string } | undefined {
    return this.#revealed;
  }
  /** Sum of a figure over all lines; kept up to date change by change while `value` stays the same function. */
  sum(name: string, value: (line: L) => unknown): number {
    return this.#sums.of(name, value, this.#lines);
  }

  #marked(before: L, field: string, { text, message }: RefusedText): L {
    const after = { ...before };
    this.#typed.set(after, { ...this.#typed.get(before), [field]: text });
    this.#notes.set(after, { ...this.#notes.get(before), [field]: message });
    return after;
  }
  #carryTyped(before: L, after: L, fields: readonly string[]): void {
    const typed = this.#typed.get(before);
    if (typed === undefined) return;
    const kept = without(typed, fields);
    if (Object.keys(kept).length === 0) return;
    this.#typed.set(after, kept);
    const notes = this.#notes.get(before) ?? {};
    const reasons = Object.fromEntries(Object.keys(kept).map((field) => [field, notes[field] ?? '请检查输入']));
    this.#notes.set(after, { ...reasons, ...this.#notes.get(after) });
  }
  #run(change: LineChange<L>): void {
    this.#apply(change, false);
    if (this.#open === undefined) this.#keep([change]);
    else this.#open.push(change);
  }
  #keep(step: UndoStep<L>): void {
    this.#undo.push(step);
    if (this.#undo.length > UNDO_STEPS) this.#undo.shift();
    this.#redo = [];
    this.#emit();
  }
  #apply(change: LineChange<L>, back: boolean): void {
    if (change.kind === 'set') this.#put(change.index, back ? change.before : change.after);
    else if (back) this.#splice(change.index, change.added, change.removed);
    else this.#splice(change.index, change.removed, change.added);
  }
  #splice(index: number, removed: readonly L[], added: readonly L[]): void {
    this.#sums.move(removed, added);
    if (removed.length === 0 && index === this.#lines.length) return this.#push(added);
    this.#lines = this.#lines.toSpliced(index, removed.length, ...added);
    this.#indexed = false;
  }
  /** Lines at the end keep the index: every scan and every row of a paste is one. */
  #push(lines: readonly L[]): void {
    for (const line of lines) {
      const key = this.keyOf(line);
      if (this.#indexed && !this.#index.has(key)) this.#index.set(key, this.#lines.length);
      this.#lines.push(line);
    }
  }
  #put(index: number, line: L): void {
    const before = this.#lines[index]!;
    if (this.keyOf(line) !== this.keyOf(before)) this.#indexed = false;
    this.#sums.move([before], [line]);
    this.#lines[index] = line;
  }
  #emit(changed = true): void {
    this.#version += 1;
    if (!changed && this.#saved === this.#version - 1) this.#saved = this.#version;
    for (const listener of this.#listeners) listener();
  }
}
