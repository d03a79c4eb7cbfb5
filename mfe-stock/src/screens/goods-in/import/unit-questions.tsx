/** What a column's numbers are in, where the file leaves it open (R150): 钱 is 3.125, 3.75 or 5 g. */
import { OptionSelect } from 'root-config/ui';
import type { ImportState } from './use-import.ts';

export const UnitQuestions = ({ state }: { state: ImportState }) => {
  const questions = state.report?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section className="import-block import-doubts" role="region" aria-label="单位">
      {questions.map(({ heading, question, choices, answer }) => (
        <div key={heading} className="import-block">
          <span>
            “{heading}”：{question}
          </span>
          <OptionSelect
            label={`“${heading}”的单位`}
            placeholder="请选择"
            options={choices}
            value={state.units[heading] ?? (answer === '' ? undefined : answer)}
            onChange={(value) => void state.answerUnit(heading, value ?? '')}
          />
        </div>
      ))}
      <p className="import-note">选好单位后会重新检查。</p>
    </section>
  );
};
