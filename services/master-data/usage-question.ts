/** Who still uses a row that is about to be deleted (R12). */

/** Things whose deletion asks. */
export type UsageKind = 'shop' | 'supplier' | 'customer' | 'dict-data' | 'print-template';
/** `name` is what documents hold: the text of a dictionary value (with its `dictType`), the file name of a template. */
export type UsageQuestion = {
  readonly kind: UsageKind;
  readonly id: number;
  readonly name: string;
  readonly dictType?: string;
};
/** A slice's answer: why the row cannot go (Chinese, fit to show), or null. */
export type UsageCheck = (question: UsageQuestion) => Promise<string | null>;
