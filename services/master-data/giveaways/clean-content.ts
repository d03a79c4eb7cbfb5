/**
 * Rich text as it may be kept and shown to shoppers: what the editor makes, and nothing that runs, loads from elsewhere or
 * leads away (R34: pictures are the house's own).
 */
import { createRequire } from 'node:module';
import type sanitize from 'sanitize-html';

const require = createRequire(import.meta.url);

const OWN_PICTURE = /^\/static\/uploadfile\/(?:thumb\/)?[\w-]{1,100}\.webp$/;
/** 12 to 36, as the editor offers them (S1§2.6). */
const FONT_SIZE = /^(?:1[2-9]|2\d|3[0-6])px$/;
const ALIGN = /^(?:left|center|right|justify)$/;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = ['p', ...HEADINGS];
const GROUPS = ['br', 'hr', 'blockquote', 'ul', 'ol', 'li'];
const MARKS = ['strong', 'b', 'em', 'i', 'u', 's', 'span'];

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...BLOCKS, ...GROUPS, ...MARKS, 'img'],
  allowedAttributes: {
    span: ['style'],
    img: ['src', 'alt'],
    ...Object.fromEntries(BLOCKS.map((tag) => [tag, ['style']])),
  },
  allowedStyles: {
    span: { 'font-size': [FONT_SIZE] },
    ...Object.fromEntries(BLOCKS.map((tag) => [tag, { 'text-align': [ALIGN] }])),
  },
  allowedSchemes: [],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs['src'] ?? ''),
};
const ENTITIES = /&(?:nbsp|#160);|\u00A0/g;

/** '' where nothing is left to be seen. */
export const cleanContent = (html: string): string => {
  // Loaded by the first text that is saved, not by every house; a save's columns are made at once, so it is no import().
  const sanitized = require('sanitize-html') as typeof sanitize;
  const clean = sanitized(html.toWellFormed().replaceAll('\0', ''), OPTIONS);
  const words = clean.replaceAll(/<(?!img)[^>]*>/g, '').replaceAll(ENTITIES, ' ');
  return words.trim() === '' ? '' : clean;
};
