/** Templates and template columns that every installation starts with (R41). The designers replace `template`. */
import type { DocumentManifest, PrintedKind } from '../../contracts/manifest.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { printedKinds } from '../../contracts/printed-kinds.ts';
import { LABEL_LAYOUTS, paperLayout } from './layouts.ts';
import { DEPOSIT_LAYOUT, INVOICE_LAYOUT, RECYCLE_LAYOUT, REPAIR_LAYOUT, SHIFT_LAYOUT } from './slips.ts';
import { LABEL_KIND } from './template.ts';

type TemplateSeed = {
  readonly kind: string;
  readonly labelType: string;
  readonly name: string;
  readonly fileName: string;
  readonly template: string;
};
const template = (kind: string, name: string, layout: string, labelType = ''): TemplateSeed => ({
  kind,
  labelType,
  name,
  fileName: name,
  template: layout,
});
/** A label for each way jewellery is made or worn. */
const LABELS = [
  template(LABEL_KIND, '标准标签', LABEL_LAYOUTS.standard),
  template(LABEL_KIND, '素金标签', LABEL_LAYOUTS.plain),
  template(LABEL_KIND, '镶嵌标签', LABEL_LAYOUTS.gemSet),
  template(LABEL_KIND, '玉石标签', LABEL_LAYOUTS.jade),
  template(LABEL_KIND, '手镯标签', LABEL_LAYOUTS.bangle, '手镯'),
  template(LABEL_KIND, '项链标签', LABEL_LAYOUTS.chain, '项链'),
  template(LABEL_KIND, '手链标签', LABEL_LAYOUTS.chain, '手链'),
  template(LABEL_KIND, '金条标签', LABEL_LAYOUTS.bullion, '金条'),
];
/** Drawn by hand; every other paper out of its manifest. */
const DRAWN: Readonly<Record<string, string>> = {
  invoice: INVOICE_LAYOUT,
  clean: REPAIR_LAYOUT,
  recycle: RECYCLE_LAYOUT,
  shift: SHIFT_LAYOUT,
  deposit: DEPOSIT_LAYOUT,
};
const templatesOf = ({ kind, title, paper }: PrintedKind): readonly TemplateSeed[] => {
  if (kind === LABEL_KIND) return LABELS;
  const drawn = paper === undefined ? (DRAWN[kind] ?? '') : paperLayout(paper);
  return [template(kind, title, drawn)];
};
export const templateSeeds = (manifests: readonly DocumentManifest[]): readonly TemplateSeed[] =>
  printedKinds(manifests).flatMap(templatesOf);
export const TEMPLATE_SEEDS = templateSeeds(MANIFESTS);

/** Kind of template columns → its fields in order, as [wire name, Chinese name]. */
type TemplateColumns = NonNullable<PrintedKind['fields']>;
const offered = ({ offers }: PrintedKind): TemplateColumns => {
  const all = [...(offers?.groups ?? []).flatMap(({ fields }) => fields), ...(offers?.lines ?? [])];
  return [...new Map(all.map(([field, title]) => [field, title]))];
};
export const columnSeeds = (manifests: readonly DocumentManifest[]): Readonly<Record<string, TemplateColumns>> =>
  Object.fromEntries(printedKinds(manifests).map((kind) => [kind.columns, kind.fields ?? offered(kind)]));
export const COLUMN_SEEDS = columnSeeds(MANIFESTS);
