/** The form builder. */
import { inFile, type Row } from './row.ts';

const builder = inFile('mfe-admin/src/form-generator/builder.test.ts');

export const ADMIN_BUILDER: readonly Row[] = [
  {
    section: 'S2§2.23',
    rule: 'A form is built of the controls of S2§9 and five more, each step taken back.',
    ruling: 'R127',
    tests: builder('fields are added, moved, copied and removed, and each step is taken back'),
  },
  {
    section: 'S2§2.23',
    rule: 'JSON is written and read as form-generator has it, in its present and its former shape.',
    ruling: 'R127',
    tests: builder(
      'what is written is read again as it was, with controls and attributes it does not know',
      'the former shape and rows are read; what is no form is told',
    ),
  },
  {
    section: 'S2§2.23',
    rule: 'A built form is written as code of this house that compiles; what code cannot be called is told.',
    ruling: 'R127',
    tests: builder(
      'the code of a form with every control compiles, also with quotes and rules',
      'names that code cannot have and rules that cannot be read are told',
    ),
  },
];
