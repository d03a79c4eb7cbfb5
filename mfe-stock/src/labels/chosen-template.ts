/** Which template prints a piece that names none; the import asks nobody for one. Pure. */
import { z } from 'zod';

export const Templates = z.object({
  list: z.array(
    z.looseObject({ fileName: z.string(), labelType: z.string(), isDefault: z.boolean(), template: z.string() }),
  ),
});
type Template = z.infer<typeof Templates>['list'][number];
/** Defaults first, and the one of this kind of jewellery before the one of all. */
const rankOf = ({ isDefault, labelType }: Template, type: string): number =>
  !isDefault ? 2 : labelType === type ? 0 : 1;

/** `list` in the server's order. File name of the default, else of the first that is designed for all kinds; undefined where there is none. */
export const chosenTemplate = (list: readonly Template[], type: string): string | undefined =>
  list
    .filter(
      ({ labelType, isDefault, template }) =>
        template !== '' && (labelType === '' || (isDefault && type !== '' && labelType === type)),
    )
    .toSorted((one, other) => rankOf(one, type) - rankOf(other, type))[0]?.fileName;
