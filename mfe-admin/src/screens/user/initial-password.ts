/** The password that new people begin with; null while it is asked for. */
import { useRecord } from 'root-config/api';
import { z } from 'zod';

const Initial = z.object({ configValue: z.string() });
/** `wanted` false asks nothing and answers ''. Whoever may not read it types one. */
export const useInitialPassword = (wanted = true): string | null => {
  const { record, pending } = useRecord(wanted ? '/configKey/sys_user_initPassword' : null, Initial);
  return pending ? null : (record?.configValue ?? '');
};
