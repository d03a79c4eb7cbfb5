/**
 * Looks of the printing parts, as objects: a shared module of the import map brings no style sheet of its own.
 */
export const LOOK = {
  status: { display: 'grid', gap: 8, '& p': { margin: 0 } },
  dot: {
    display: 'inline-block',
    width: 8,
    height: 8,
    marginInlineEnd: 8,
    borderRadius: '50%',
    background: 'var(--fgColor-muted)',
    '&[data-there]': { background: 'var(--fgColor-success)' },
  },
  halted: { color: 'var(--fgColor-danger)' },
  doubt: {
    display: 'grid',
    gap: 8,
    padding: '8px 12px',
    border: '1px solid var(--borderColor-attention-emphasis)',
    borderRadius: 6,
    background: 'var(--bgColor-attention-muted)',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: 8 },
  label: {
    border: '1px solid var(--borderColor-default)',
    borderRadius: 4,
    background: '#fff',
    overflow: 'auto',
    maxWidth: '100%',
    '& svg': { display: 'block' },
  },
  problems: {
    margin: 0,
    paddingInlineStart: 18,
    display: 'grid',
    gap: 2,
    fontSize: 12,
    '& [data-level=error]': { color: 'var(--fgColor-danger)' },
    '& [data-level=warning]': { color: 'var(--fgColor-attention)' },
  },
} as const;
