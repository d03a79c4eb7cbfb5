/** Master data: shops, suppliers, customers, giveaways and their write-offs, dictionaries, print templates, template columns, settings. Rows with a change log, not streams. */
export * from './fields.ts';
export * from './shops/shop.ts';
export * from './suppliers/supplier.ts';
export * from './customers/customer.ts';
export * from './points-rules/rule.ts';
export * from './dictionaries/dictionary.ts';
export * from './templates/template.ts';
export * from './settings/setting.ts';
export * from './giveaways/giveaway.ts';
export * from './giveaways/shopper-gift.ts';
export * from './write-offs/write-off.ts';
export * from './consents/consent.ts';
export * from './posts/post.ts';
export * from './departments/department.ts';
export * from './tenants/tenant.ts';
export * from './tills/till.ts';
export * from './usage-question.ts';
