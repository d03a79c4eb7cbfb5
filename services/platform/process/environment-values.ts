/** What a variable of the environment may be, each kind written once. */
import fs from 'node:fs';
import { z } from 'zod';

const ON = new Set(['on', '1', 'true', 'yes']);
const OFF = new Set(['off', '0', 'false', 'no']);
export const onOff = (fallback: 'on' | 'off') =>
  z
    .string()
    .trim()
    .toLowerCase()
    .default(fallback)
    .refine((text) => ON.has(text) || OFF.has(text), '必须是on或off')
    .transform((text) => ON.has(text));

export const numberWithin = (min: number, max: number) => {
  const says = `必须是${min}至${max}的整数`;
  return z.coerce.number(says).int(says).min(min, says).max(max, says);
};

export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === '' ? undefined : text));
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
export const postgresUrl = optionalText.refine(
  (text) => text === undefined || /^postgres(ql)?:\/\//.test(text),
  '必须以postgres://或postgresql://开头',
);
export const pemFile = optionalText.refine(
  (text) => text === undefined || fs.existsSync(text),
  '必须是可读取的PEM文件',
);
export const eventStoreUrl = optionalText.refine(
  (text) => text === undefined || /^(esdb|kurrentdb)(\+discover)?:\/\//.test(text),
  '必须以esdb://开头',
);

export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
};
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  optionalText.pipe(z.enum(words, `必须是${words.join('、')}之一`).optional());
