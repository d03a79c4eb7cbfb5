/** Old material that leaves: exits, what comes back of them, what stands against taking them back. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/recycle-out.test.ts');
const gold = inFile('tests/flow/gold-balance.test.ts');
const walks = inFile('services/documents/exits.property.test.ts');

export const SALES_EXITS: readonly Row[] = [
  {
    section: 'S1§2.12',
    rule: 'Old material leaves by 返厂, 熔料, 转成品 or 出售: save holds the metal, the audit takes it, deleting lets it go.',
    ruling: 'R89',
    tests: flow(
      'save holds the metal, the audit takes it with its share of the cost, deleting lets it go',
      'the form’s rules: shop, day, kind, party, price, lots, pieces',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Part of a lot takes cost in proportion, the last part the rest.',
    ruling: 'R89',
    tests: flow('parts of a lot take their share of its cost, the last part the rest'),
  },
  {
    section: 'S1§2.12',
    rule: 'What comes back is entered once and makes one new lot with the whole cost; the loss is what did not come.',
    ruling: 'R89',
    tests: flow(
      'coming back makes one new lot with the whole cost; the loss is what did not come; 反审核 undoes it first',
      'coming back happens once, whatever is clicked: twice at once, the same click again, a second one',
      'coming back what cannot be is refused at its field',
    ),
  },
  {
    section: 'S1§2.12',
    rule: '反审核 undoes the coming back first, and is blocked, with names, once that lot is used.',
    ruling: 'R89',
    tests: flow('coming back 反审核 is blocked once the new lot is used, and names by whom'),
  },
  {
    section: 'S1§2.12',
    rule: 'Of two exits that want one lot the second is refused and told which has it.',
    ruling: 'R45',
    tests: flow(
      'two exits that want one lot at once: one has it, the other is told by whom',
      'what a shop has free to take: by number, never another shop’s, nothing of a lot that is held whole',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Exits of other shops are neither seen nor written; their cost leaves with the right alone.',
    ruling: 'R96',
    tests: flow('other shops and other rights: not seen, not written, cost with its right only'),
  },
  {
    section: 'S1§2.12',
    rule: 'Whatever is done to exits in whatever order, and wherever a process dies: weight and cost of old material are conserved.',
    ruling: 'R45',
    tests: walks(
      'one append exits, comings back and reversals in any order, cut anywhere: weight and cost are conserved',
      'step by step exits, comings back and reversals in any order, cut anywhere: weight and cost are conserved',
      'one append a coming back that is cut after any append is there whole, or not at all',
      'step by step a coming back that is cut after any append is there whole, or not at all',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Gold balance by shop and fineness: what came less what went is what is there, at any moment; a melt’s loss is a line of its own.',
    ruling: 'R91',
    tests: gold(
      'pieces and lots: all that comes and goes is there or gone, also in the past, and each figure opens',
      'gold of other shops stays unseen',
    ),
  },
  {
    section: 'S1§2.12',
    rule: 'Another gold price is tried on the unsold pieces that are sold by the gram; what it answers is cost.',
    ruling: 'R91',
    tests: gold('another gold price: unsold pieces by the gram, at the price that is tried and at the board’s'),
  },
];
