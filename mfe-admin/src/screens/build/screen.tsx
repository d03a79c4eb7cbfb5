/** 表单构建 (S2§2.23): the builder's own page in a frame; it is covered for 230 ms while it opens. */
import { Spinner, VisuallyHidden } from 'root-config/ui';
import { useEffect, useState } from 'react';

const COVERED_MS = 230;
const BuildScreen = () => {
  const [covered, setCovered] = useState(true);
  useEffect(() => {
    const later = setTimeout(() => setCovered(false), COVERED_MS);
    return () => clearTimeout(later);
  }, []);
  return (
    <div css={{ position: 'relative' }}>
      <VisuallyHidden>
        <h2>表单构建</h2>
      </VisuallyHidden>
      <iframe
        src="/form-generator/index.html"
        title="表单构建"
        css={{ border: 0, width: '100%', height: 'calc(100vh - 120px)' }}
      />
      {covered ? (
        <div
          css={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            placeItems: 'center',
            background: 'var(--bgColor-default)',
          }}
        >
          <Spinner srText="加载中…" />
        </div>
      ) : null}
    </div>
  );
};
export default BuildScreen;
