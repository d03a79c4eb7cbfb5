/** What a scan feels like without looking: one sound and one pattern each for found, counted before and unknown. */

/** `hit`: taken; `double`: was there before, changes nothing; `unknown`: not taken. */
export type ScanKind = 'hit' | 'double' | 'unknown';
type Tone = { readonly hertz: number; readonly from: number; readonly seconds: number };
/** One high, two middle, two low: told apart without thinking, also by who hears only some of them. */
const TONES: Readonly<Record<ScanKind, readonly Tone[]>> = {
  hit: [{ hertz: 1_760, from: 0, seconds: 0.09 }],
  double: [
    { hertz: 880, from: 0, seconds: 0.08 },
    { hertz: 880, from: 0.13, seconds: 0.08 },
  ],
  unknown: [
    { hertz: 220, from: 0, seconds: 0.16 },
    { hertz: 180, from: 0.2, seconds: 0.22 },
  ],
};
/** ms on, off, on … */
export const PATTERNS: Readonly<Record<ScanKind, readonly number[]>> = {
  hit: [40],
  double: [40, 80, 40],
  unknown: [250, 100, 250],
};
let audio: AudioContext | undefined;

const play = (context: AudioContext, { hertz, from, seconds }: Tone): void => {
  const start = context.currentTime + from;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0.15, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
};
/** Silent where the browser has no audio yet. */
export const playScan = (kind: ScanKind): void => {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // A context made before the first key or click is suspended; this is after one.
  if (audio.state === 'suspended') void audio.resume();
  for (const tone of TONES[kind]) play(audio, tone);
};

type VibratingNavigator = { readonly vibrate?: (pattern: number[]) => boolean };
/** Phones do; elsewhere the switch for it is not shown. */
export const canVibrate = (): boolean => typeof (navigator as VibratingNavigator).vibrate === 'function';
export const vibrateScan = (kind: ScanKind): void => {
  (navigator as VibratingNavigator).vibrate?.([...PATTERNS[kind]]);
};
