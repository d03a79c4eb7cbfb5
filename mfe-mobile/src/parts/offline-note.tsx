/** That what is shown was kept, and from when; the way to ask the house again. */
import { Button } from './button.tsx';

const two = (part: number): string => String(part).padStart(2, '0');
const momentText = (ms: number): string => {
  const at = new Date(ms);
  return `${at.getMonth() + 1}月${at.getDate()}日 ${two(at.getHours())}:${two(at.getMinutes())}`;
};
export const KeptNote = ({ at, again }: { readonly at: number | null; readonly again: () => void }) => {
  if (at === null) return null;
  return (
    <section className="note kept" role="status">
      <p>网络不通，显示的是 {momentText(at)} 保存在本机的内容。</p>
      <Button look="plain" onPress={again}>
        重试
      </Button>
    </section>
  );
};
