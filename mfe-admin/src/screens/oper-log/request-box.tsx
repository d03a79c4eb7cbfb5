/** What was sent or answered, as text under a heading. */
const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
/** Text as it was written, in a box that scrolls. */
export const greyBox = {
  padding: 8,
  overflow: 'auto',
  background: 'var(--bgColor-muted)',
  borderRadius: 6,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
export const RequestBox = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    {label}
    <pre css={[greyBox, { maxHeight: 220, margin: '4px 0 12px' }]} tabIndex={0} aria-label={label}>
      {pretty(text) || '无'}
    </pre>
  </>
);
