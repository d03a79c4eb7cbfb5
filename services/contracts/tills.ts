/** Names of tills that the house itself knows (R138). */

export const MAX_TILL = 40;
/** With which every shop begins. */
export const FIRST_TILL = '一号台';
/** Where money of a device lies that was never given a till: counted and handed over like any other. */
export const UNASSIGNED_TILL = '未指定收银台';
