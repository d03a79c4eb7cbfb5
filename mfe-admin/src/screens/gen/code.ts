/** Source in colours: what it looks like follows from the kind of the file. */
import highlight from 'highlight.js/lib/core';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';

highlight.registerLanguage('sql', sql);
highlight.registerLanguage('typescript', typescript);

const languageOf = (file: string): string | undefined =>
  /\.tsx?\.template$/.test(file) ? 'typescript' : file.endsWith('.sql.template') ? 'sql' : undefined;
/** HTML in which all but the colours is escaped; null for a kind of file that has none. */
export const colored = (file: string, text: string): string | null => {
  const language = languageOf(file);
  return language === undefined ? null : highlight.highlight(text, { language, ignoreIllegals: true }).value;
};
