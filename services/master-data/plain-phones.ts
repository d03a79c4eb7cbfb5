/** Numbers that were saved with 0086 before a telephone had one form: what they are found and told apart by, brought up to it. */
const plainOf = (table: string): string => `right(${table}.mobile_digits, 11)`;
const OLD = `mobile_digits ~ '^00861[3-9][0-9]{9}$'`;

/** Where another enabled customer has the plain number, the two are one person for a shop to merge: that one stays as it is. */
export const PLAIN_PHONES_SQL = `UPDATE master.customer AS c SET mobile_digits = ${plainOf('c')}
WHERE c.${OLD} AND NOT EXISTS (
  SELECT FROM master.customer AS o WHERE o.mobile_digits = ${plainOf('c')} AND o.status = '2' AND c.status = '2');
UPDATE master.write_off AS w SET mobile_digits = ${plainOf('w')} WHERE w.${OLD};`;
