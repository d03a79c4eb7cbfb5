/** After-sales terms below the shopper's slip, a line each. */
import { FormControl, Textarea } from 'root-config/ui';
import type { SmallForm } from '../../sheets/small-form.tsx';

const NAME = 'wx_slip_terms';
export const Terms = ({ form }: { readonly form: SmallForm }) => (
  <FormControl>
    <FormControl.Label>售后条款</FormControl.Label>
    <Textarea
      block
      rows={4}
      resize="vertical"
      value={form.values[NAME] ?? ''}
      onChange={(event) => form.set(NAME, event.target.value)}
    />
    <FormControl.Caption>显示在顾客的质保单下方，每行一条，可留空</FormControl.Caption>
    {form.errors[NAME] !== undefined && (
      <FormControl.Validation variant="error">{form.errors[NAME]}</FormControl.Validation>
    )}
  </FormControl>
);
