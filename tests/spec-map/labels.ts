/** Labels, templates and the local print service (S0§2, §5, §7, §9). */
import { inFile, master, type Row } from './row.ts';

const S = 'labels and the print service of the till';
const D = 'print templates';
const printing = inFile('tests/e2e/print-service.test.ts');
const design = inFile('tests/e2e/print-design.test.ts');
const queue = inFile('root-config/src/print/print-queue.test.ts');
const queueAtRandom = inFile('root-config/src/print/print-queue.property.test.ts');
const drawn = inFile('root-config/src/print/render.test.ts');
const scale = inFile('tests/e2e/scale.test.ts');
export const LABELS: readonly Row[] = [
  {
    section: 'S0§2 print design',
    rule: 'The designer is a page of its own that saves its template; closing it goes one step back.',
    tests: design(
      `${D} a label is designed: dragged, resized, undone, saved, seen with a real piece; closing goes one step back`,
      `${D} goods-in opens the designer of labels; a phone may look`,
    ),
  },
  {
    section: 'S0§2 print design',
    rule: 'Templates and their fields are listed, added, changed, copied, made the default and deleted.',
    tests: design(
      `${D} a template is added with its mistakes told, copied, made the default, designed and taken away`,
      `${D} template fields: mistakes told, the Chinese name comes by itself, offered in the designer, taken away`,
    ),
  },
  {
    section: 'S0§5 printing',
    rule: 'Printing asks for rows, then for a template.',
    tests: printing(
      `${S} with a print service what is chosen comes out once each, true to size, and the screen says so`,
      `${S} with a print service a template is asked for before anything prints`,
    ),
  },
  {
    section: 'S0§7 print service',
    rule: 'A job goes to the till’s own machine and is done when it says printSuccess; a stored piece prints from its dialog.',
    tests: [
      ...printing(`${S} with a print service a stored piece prints from its dialog`),
      ...queue('one label waits while the service is away, and leaves when it comes'),
    ],
  },
  {
    section: 'S0§7 print service',
    rule: 'A broken connection is made again; a label whose answer is missing is left to a person, none is lost and none printed twice unasked.',
    tests: [
      ...printing(
        `${S} with a print service dying in mid-job leaves one label to a person, the others print when it is back`,
        `${S} with a print service rubbish it says harms nothing`,
        `${S} without one labels wait, over a reload and a closed window, and print when it comes`,
      ),
      ...queueAtRandom(
        'whatever happens, in any order with a person who looks, every label lies on the counter exactly once',
        'whatever happens, in any order nothing is printed once more without somebody having said so',
      ),
    ],
  },
  {
    section: 'S0§7 print service',
    rule: 'The scale’s weight becomes the gold weight of a new piece.',
    tests: [
      ...scale('the scale switched on once, each weight becomes the gold weight of the new piece'),
      ...queue('weights reach whoever listens, in milligrams'),
    ],
  },
  {
    section: 'S0§7 print service',
    rule: 'Without a service the browser prints pages of exactly the label’s size.',
    tests: printing(
      `${S} without one the browser prints a page per label, exactly as large as the label, moved as this printer needs it`,
    ),
  },
  {
    section: 'S0§7',
    rule: 'template columns by kind',
    tests: master('/base-template-column is created once, edited by whoever saw the last state, and deleted'),
  },
  {
    section: 'S0§9 barcodes',
    rule: 'Bars are read back as the code, whatever the code, and keep their quiet zone.',
    tests: drawn(
      'a barcode read back from its bars in millimetres it is the code, whatever the code',
      'a barcode keeps ten modules free on both sides of its box',
    ),
  },
];
