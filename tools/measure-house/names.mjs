/** What types, files and folders are called, and which of it says nothing. */
import { sourcesOf } from './tree.mjs';

/** Each stood for half a dozen things; the plural counts. They go, and none comes back. */
export const WORST_WORDS = ['asked', 'before', 'by', 'found', 'held', 'kept', 'part', 'place', 'standing', 'told'];

const DECLARED = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class) ([A-Za-z_$][\w$]*)/gm;
const typesIn = (text) => [...text.matchAll(DECLARED)].map(([, name]) => name);
/** SaleReturnLine → sale, return, line; `sale-return.test` → sale, return, test. */
const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Every name of a type, once for each declaration, and of a file or folder, once: with where it stands. */
const namesOf = (tree) => {
  const paths = sourcesOf(tree);
  const folders = new Set(
    paths.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    ),
  );
  return [
    ...paths.flatMap((path) => typesIn(tree.text(path)).map((name) => ({ name, where: path }))),
    ...paths.map((path) => ({
      name: path
        .split('/')
        .at(-1)
        .replace(/\.tsx?$/, ''),
      where: path,
    })),
    ...[...folders].map((path) => ({ name: path.split('/').at(-1), where: path })),
  ];
};

/** How often each of the worst words is a whole word of a name. */
export const worstWords = (tree) => {
  const names = namesOf(tree).map(({ name, where }) => ({ name, where, words: new Set(wordsOf(name)) }));
  return WORST_WORDS.map((word) => [
    word,
    names.flatMap(({ name, where, words }) => (words.has(word) || words.has(`${word}s`) ? [`${name} (${where})`] : [])),
  ]);
};

const PARTICIPLES =
  /^(said|told|asked|held|kept|found|given|taken|sent|made|done|seen|shown|known|gone|brought|bought|sold|written|read|begun|left|lost|met|paid|put|set|stood|thought|understood|won|worn|woken|drawn|grown|thrown|torn|bound|heard|laid|led|meant|standing|asking|waiting|wanted|beaten|broken|chosen|hidden|forgotten|frozen|spoken|stolen|.{2,}[^aeiou]ed|.*[aiou]ed)$/;
/** They end as participles do. */
const NOUNS = /^(seed|feed|speed|need|bed|shed|embed|id|red|hundred|set|read|put)$/;
const PREPOSITIONS =
  /^(of|by|at|on|in|to|from|for|with|without|within|before|after|beside|besides|behind|above|below|under|over|past|ahead|elsewhere|here|there|apart|between|since|until|hop)$/;
/** A name that is a bare participle or preposition, a hook's (`use-mended`) too. */
const isBare = (name) => {
  const words = wordsOf(name);
  const [word] = words[0] === 'use' ? words.slice(1) : words;
  if (words.length - (words[0] === 'use' ? 1 : 0) !== 1 || NOUNS.test(word)) return false;
  return PARTICIPLES.test(word) || PREPOSITIONS.test(word);
};
export const bareNames = (tree) =>
  namesOf(tree).flatMap(({ name, where }) => (isBare(name) ? [`${name} (${where})`] : []));

const TOP_LEVEL =
  /^(?:export )?(?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) ([A-Za-z_$][\w$]*)/gm;
/** Two names of one file that a capital alone tells apart. */
export const nearTwins = (tree) =>
  sourcesOf(tree).flatMap((path) => {
    const names = [...new Set([...tree.text(path).matchAll(TOP_LEVEL)].map(([, name]) => name))];
    const seen = new Map();
    return names.flatMap((name) => {
      const other = seen.get(name.toLowerCase());
      seen.set(name.toLowerCase(), name);
      return other === undefined ? [] : [`${other}, ${name} (${path})`];
    });
  });
