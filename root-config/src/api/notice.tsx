type NoticeProps = { title: string; text?: string; action?: string; onAction?: () => void };

/** A page-wide message with one way out; plain elements, so it stands even when everything else fails. */
export const Notice = ({ title, text, action, onAction }: NoticeProps) => (
  <section role="alert" css={{ padding: '72px 16px', textAlign: 'center', color: 'var(--fgColor-default)' }}>
    <h2 css={{ fontSize: 20, margin: 0 }}>{title}</h2>
    {text && <p css={{ color: 'var(--fgColor-muted)', margin: '8px 0 20px' }}>{text}</p>}
    {action && (
      <button
        type="button"
        onClick={onAction}
        css={{
          font: 'inherit',
          padding: '5px 16px',
          borderRadius: 6,
          cursor: 'pointer',
          color: 'var(--button-default-fgColor-rest)',
          background: 'var(--button-default-bgColor-rest)',
          border: '1px solid var(--button-default-borderColor-rest)',
        }}
      >
        {action}
      </button>
    )}
  </section>
);
