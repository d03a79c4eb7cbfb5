/** The figures by which the house is said to be readable: each a list of places, so that whoever lowers one sees where. */
import { looseIn, oldRoutes, storageInSlices, upwardImports, upwardPaths } from './imports.mjs';
import { bareNames, nearTwins, worstWords, WORST_WORDS } from './names.mjs';
import { deadNames } from './named.mjs';
import { idlePatterns, openFences } from './patterns.mjs';
import { sourcesOf } from './tree.mjs';

/** Name, and how its places are found. What of these grows, a change undid. */
const SHRINKING = [
  ...['services', 'services/platform', 'projections/platform'].map((folder) => [
    `loose files in ${folder}/`,
    (tree) => looseIn(tree, folder),
  ]),
  ['services import projections', upwardImports],
  ['services name what lies above by its path', upwardPaths],
  ['slices and documents know the store', storageInSlices],
  ['files that know the old routes of a save', oldRoutes],
  ...WORST_WORDS.map((word) => [`names with the word ${word}`, (tree) => new Map(worstWords(tree)).get(word)]),
  ['names that are a bare participle or preposition', bareNames],
  ['names of one file that only a capital tells apart', nearTwins],
  ['patterns of paths that meet no file', idlePatterns],
  ['fences with an empty side', openFences],
  ['paths that are named and not there', deadNames],
];
/** What of these grows may have its reason. */
/** Recorded by `SAME_LOG=record vitest run --project flow tests/flow/same-log.test.ts`. */
const WAY_OF_A_SALE = 'tests/flow/same-log/golden/way-of-a-sale.txt';
const TOLD = [
  ['files of services between route and store of one sale', (tree) => tree.text(WAY_OF_A_SALE).trimEnd().split('\n')],
  ['source lines', (tree) => sourcesOf(tree).flatMap((path) => tree.text(path).trimEnd().split('\n'))],
];

const measured = (figures, tree) => figures.map(([name, placesOf]) => ({ name, places: placesOf(tree) }));
export const figuresOf = (tree) => ({ shrinking: measured(SHRINKING, tree), told: measured(TOLD, tree) });

/** Of each figure that may only shrink: what it is, was recorded to be, and whether that is said truly. */
export const compared = (figures, recorded) =>
  figures.map(({ name, places }) => {
    const { recorded: before = null, goal = 0 } = recorded[name] ?? {};
    const verdict =
      before === null ? 'unrecorded' : places.length > before ? 'worse' : places.length < before ? 'better' : 'same';
    return { name, now: places.length, recorded: before, goal, verdict };
  });
