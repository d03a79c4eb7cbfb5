/** How long the password of somebody with these roles must be, out of the setting and the roles (S2§5). */
import { useRecord } from 'root-config/api';
import { passwordRule, type PasswordRule } from 'services/system/contract';

/** null while it is asked for. */
export const usePasswordRule = (roleIds: readonly number[], wanted = true): PasswordRule | null =>
  useRecord(wanted ? passwordRule.path : null, passwordRule.row, { roleIds: roleIds.map(String) }).record;
