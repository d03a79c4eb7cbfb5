/** One action on one or several documents: what each of them asks a word for (R131), heard together before anything is done. */
import { documentNo, type LineKey } from '../contracts/document.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import type { WordAsk, WordContext } from '../contracts/word.ts';
import type { z } from 'zod';
import type { Action, DocumentDesk, Saver } from './desk-rules.ts';
import type { LoadedDocument } from './documents.ts';
import { judgeTwoPeople } from './two-people.ts';

const WORDS: Readonly<Record<Action, readonly [verb: string, call: string]>> = {
  remove: ['删除', 'DELETE '],
  audit: ['审核', 'PUT audit '],
  reverse: ['反审核', 'PUT unaudit '],
};
type Rules<Header, Line extends LineKey> = Pick<
  DocumentDesk<Header, Line, z.ZodType>,
  'judge' | 'words' | 'manifest' | 'twoPeople'
> & { readonly documents: { readonly spec: { readonly shopOf: (header: Header) => number } } };

export class Hearing<Header, Line extends LineKey> {
  readonly #rules: Rules<Header, Line>;
  readonly #action: Action;
  readonly #by: Saver;
  readonly #asks: WordAsk[] = [];
  readonly #notes = new Map<number, readonly ExceptionNote[]>();
  readonly #shops = new Set<number>();

  constructor(rules: Rules<Header, Line>, action: Action, by: Saver) {
    this.#rules = rules;
    this.#action = action;
    this.#by = by;
  }

  /** Why the document is refused; what it asks and notes is kept until all were looked at. */
  async judge(id: number, { state, revision }: LoadedDocument<Header, Line>): Promise<Refusal | null> {
    const { judge, documents } = this.#rules;
    if (state.current === null) return null;
    const { header, lines } = state.current;
    const alone = await this.#judgeAlone(id, { state, shopId: documents.spec.shopOf(header) });
    if (isRefusal(alone)) return alone;
    this.#notes.set(id, alone);
    if (judge === undefined) return null;
    const judged = await judge(this.#action, { id, header, lines, state, revision }, this.#by);
    if (isRefusal(judged)) return judged;
    const { asks = [], exceptions = [] } = judged;
    this.#asks.push(...asks.map((ask) => ({ ...ask, binds: [id, revision, ...ask.binds] })));
    if (asks.length > 0) this.#shops.add(documents.spec.shopOf(header));
    this.#notes.set(id, [...alone, ...exceptions]);
    return null;
  }

  /** What is noted of somebody who does alone what takes two people (R134). */
  async #judgeAlone(
    id: number,
    { state, shopId }: Pick<LoadedDocument<Header, Line>, 'state'> & { readonly shopId: number },
  ): Promise<readonly ExceptionNote[] | Refusal> {
    if (this.#action === 'remove') return [];
    const { manifest, twoPeople } = this.#rules;
    const documentNoOf = documentNo(manifest.kind, id);
    return judgeTwoPeople(twoPeople, this.#action, { manifest, shopId, documentNo: documentNoOf, state }, this.#by);
  }

  /** null: nothing was asked, or a word for all of it is there. */
  async ask(
    { approval, proof }: Pick<WordContext, 'approval' | 'proof'>,
    ids: readonly number[],
  ): Promise<Refusal | null> {
    const { words, manifest } = this.#rules;
    const [verb, call] = WORDS[this.#action];
    const shops = [...this.#shops];
    const place: WordContext = {
      act: `${verb}${manifest.label}`,
      route: `${call}${manifest.path}`,
      shopId: shops.length === 1 ? (shops[0] ?? null) : null,
      shops,
      documentNo: listOfNames(
        ids.map((id) => documentNo(manifest.kind, id)),
        '张',
      ),
      approval,
      proof,
    };
    const word = await words.ask(this.#asks, place, this.#by);
    return isRefusal(word) ? word : null;
  }

  notesOf(id: number): readonly ExceptionNote[] {
    return this.#notes.get(id) ?? [];
  }
}
