/** What an address of mail looks like: screens have this rule too, and no room for the whole grammar of addresses. */
export const MAIL_SHAPE = /^(?=.{3,50}$)[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
export const MAIL_WRONG = '请输入正确的邮箱地址';
