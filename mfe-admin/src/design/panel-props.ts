import type { PrintElement } from 'services/contracts/print-layout';
import type { ElementPatch } from './model.ts';

/** What the panel of an element gets; `kind` is what is printed with the template. */
export type PanelProps<Element extends PrintElement = PrintElement> = {
  readonly element: Element;
  readonly kind: string;
  readonly change: (patch: ElementPatch) => void;
};
