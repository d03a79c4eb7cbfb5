/** What other slices may ask about master data while they decide. */
import type { Fineness } from './fineness.ts';
import type { GoodsKeys, PointsRule } from './points.ts';

/** Something with a name: a shop or a supplier. `enabled` is false for status '1'. */
export type NamedRecord = { readonly id: number; readonly name: string; readonly enabled: boolean };
/** A user who may sign in: `name` is what others call them; `lockShops` empty: of the whole chain. */
export type Person = {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly lockShops: readonly number[];
};
/**
 * `walkIn`: 散客, who stands for whoever gives no name: no points (R82). `mergedInto`: the record of the same person that
 * documents go to (R95).
 */
export type NamedCustomer = NamedRecord & {
  readonly mobile: string;
  readonly vip: string;
  readonly level: string;
  readonly walkIn: boolean;
  readonly mergedInto: number | null;
};

/** A till as it is registered; null as an answer: it is not. */
export type RegisteredTill = { readonly name: string; readonly enabled: boolean };

/**
 * Answers come from memory for a moment; a write in this process is seen at once, one of another process within two
 * seconds. null where the row does not exist. Ask before opening a slonik transaction, never inside: it has a
 * connection of its own, which slonik refuses there.
 */
export interface MasterLookup {
  shop(id: number): Promise<NamedRecord | null>;
  supplier(id: number): Promise<NamedRecord | null>;
  customer(id: number): Promise<NamedCustomer | null>;
  /** Enabled values of the dictionary settleMethod, in order (现金, 微信 …). */
  settlementMethods(): Promise<readonly string[]>;
  /** Enabled values of any dictionary, in order; empty for an unknown type. */
  dictValues(dictType: string): Promise<readonly string[]>;
  /** What the finenesses of the dictionary are made of, disabled ones included; those of which nobody said it are not in it. */
  finenesses(): Promise<ReadonlyMap<string, Fineness>>;
  /** A setting's value; null when the key does not exist. */
  setting(key: string): Promise<string | null>;
  /** Several settings as they stood at one moment; those whose key does not exist are not in it. */
  settings(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The points rule that fits best now; null where none does (R21, R47). */
  pointsRule(goods: GoodsKeys): Promise<PointsRule | null>;
  /** Whether a print template of that kind bears the file name (`label`, `invoice`). */
  hasTemplate(kind: string, fileName: string): Promise<boolean>;
  /** Enabled users with that id, or without one those called or signing in so, in the order of their ids (R25). */
  people(asked: { readonly id: number | null; readonly name: string }): Promise<readonly Person[]>;
  /** The registered till of that name; from then on it is one that was used, and keeps its name (R138). */
  till(shopId: number, name: string): Promise<RegisteredTill | null>;
  /** Whoever has changed what it answers says so. */
  forget(): void;
}
