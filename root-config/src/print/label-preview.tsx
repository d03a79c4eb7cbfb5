/** A label as it comes out of the printer, and what is wrong with it. */
import { useEffect, useState } from 'react';
import type { PrintLayout } from 'services/contracts/print-layout';
import { labelProblems, type LabelProblem } from './label-rules.ts';
import { LOOK } from './look.ts';
import { pictureNames, withPictures } from './pictures.ts';
import { renderSheets } from './render.ts';
import type { PrintData } from './values.ts';

type Props = { readonly layout: PrintLayout; readonly data: PrintData };
const usePictures = ({ layout, data }: Props): ((name: string) => string) | undefined => {
  const [picture, setPicture] = useState<(name: string) => string>();
  useEffect(() => {
    let current = true;
    void withPictures(pictureNames(layout, [data])).then((got) => current && setPicture(() => got));
    return () => void (current = false);
  }, [layout, data]);
  return picture;
};

/** True to size on a screen that knows its size. */
export const LabelPreview = (props: Props) => {
  const picture = usePictures(props);
  const [svg = ''] = renderSheets(props.layout, props.data, picture === undefined ? {} : { picture });
  // render.ts escapes every text and lets no address but a stored picture's through.
  return <div css={LOOK.label} role="img" aria-label="标签预览" dangerouslySetInnerHTML={{ __html: svg }} />;
};

const MOST_SHOWN = 4;
export const LabelProblems = ({ problems }: { readonly problems: readonly LabelProblem[] }) =>
  problems.length === 0 ? null : (
    <ul css={LOOK.problems} aria-label="标签检查">
      {problems.slice(0, MOST_SHOWN).map(({ code, level, message, element }) => (
        <li key={`${code} ${element}`} data-level={level}>
          {element === null ? message : `第${element + 1}个元素：${message}`}
        </li>
      ))}
      {problems.length > MOST_SHOWN ? <li>还有 {problems.length - MOST_SHOWN} 条</li> : null}
    </ul>
  );
/** What is wrong with these labels; a problem of several pieces is said once. */
export const problemsOf = (layout: PrintLayout, rows: readonly PrintData[]): LabelProblem[] => {
  const found = new Map<string, LabelProblem>();
  for (const row of rows.slice(0, MOST_CHECKED))
    for (const problem of labelProblems(layout, row)) found.set(`${problem.code} ${problem.element}`, problem);
  return [...found.values()].toSorted((one, other) => one.level.localeCompare(other.level));
};
/** A till is not kept waiting by the check of five hundred labels. */
const MOST_CHECKED = 50;
