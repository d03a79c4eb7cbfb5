/** manifest.ts: what a record is called, where it stands and whose keys open it. */
import { labelField, type Plan } from '../plan.ts';
import { inComment, lines, quoted } from '../source.ts';

export const manifestOf = ({ title, value, path, permission, page, columns }: Plan): string => {
  const names = columns.flatMap((column) => [
    `${column.field}: ${quoted(column.title)},`,
    ...(column.query === 'BETWEEN'
      ? [`${column.field}From: ${quoted(`${column.title}起`)},`, `${column.field}To: ${quoted(`${column.title}止`)},`]
      : []),
    ...(column.foreign === null ? [] : [`${labelField(column)}: ${quoted(column.title)},`]),
  ]);
  return `/** ${inComment(title)}: what it is called and where it stands. */
import type { RecordManifest } from '../../../contracts/manifest.ts';

${lines(
  `export const ${value}Manifest = {`,
  `title: ${quoted(title)},`,
  `path: '${path}',`,
  `permission: '${permission}',`,
  `page: { path: '${page}', icon: 'database' },`,
  'fieldNames: {',
  names,
  '},',
  '} as const satisfies RecordManifest;',
)}
`;
};
