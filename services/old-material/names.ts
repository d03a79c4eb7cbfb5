/** What lots and their streams are called. */

/** Custodian that effects of old material name. */
export const OLD_MATERIAL = 'old-material';
/** Begins the number people see: JL and the id. */
export const LOT_PREFIX = 'JL';
/** JL10023 */
export const lotNo = (lotId: number): string => `${LOT_PREFIX}${lotId}`;
/** The old material of a shop at one fineness, as effects name it. */
export const materialId = (shopId: number, fineness: string): string => `${shopId}-${fineness}`;
export const oldMaterialStream = (id: string): string => `old-material-${id}`;
/** Of a number as it is scanned or typed: JL10023 or 10023. */
export const lotNoTyped = (code: string): string => (code.startsWith(LOT_PREFIX) ? code : `${LOT_PREFIX}${code}`);
