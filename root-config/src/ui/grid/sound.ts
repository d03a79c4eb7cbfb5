/** Short tones for a scan: one high for found, two low for not. Silent where the browser has no audio yet. */
let audio: AudioContext | undefined;

const tone = (frequency: number, from: number, seconds: number): void => {
  if (audio === undefined) return;
  const start = audio.currentTime + from;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.15, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
};
export const playScan = (found: boolean): void => {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // A context made before the first key or click is suspended; this is after one.
  if (audio.state === 'suspended') void audio.resume();
  if (found) return tone(1_760, 0, 0.09);
  tone(220, 0, 0.16);
  tone(180, 0.2, 0.22);
};
