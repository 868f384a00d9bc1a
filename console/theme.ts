// The look of the console: one accent, cool greys, small radii, no downloaded fonts.
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { words } from './words.ts';

const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dce6fd',
  '#b9ccfb',
  '#92aef8',
  '#7797f5',
  '#4f78ee',
  '#335fe0',
  '#274dc0',
  '#1f3d99',
  '#182f75',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e6e9ee',
  '#d8dde4',
  '#c3cad4',
  '#959fae',
  '#5d6879',
  '#454f5f',
  '#2b333f',
  '#161a21',
];

const dark: MantineColorsTuple = [
  '#d9dce2',
  '#b6bbc5',
  '#969dab',
  '#6f7785',
  '#3a404b',
  '#2c313a',
  '#1c2027',
  '#14171c',
  '#0f1115',
  '#0a0c0f',
];

const red: MantineColorsTuple = [
  '#fdecea',
  '#fbd5d1',
  '#f5aaa3',
  '#ef8279',
  '#e65b50',
  '#d6443a',
  '#c0332b',
  '#a32a23',
  '#84231e',
  '#671c18',
];

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const MONOSPACE =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace';

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, gray, dark, red },
  black: '#161a21',
  fontFamily: FONT,
  fontFamilyMonospace: MONOSPACE,
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontWeight: '600', fontFamily: FONT },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { openDelay: 300, fz: 12, multiline: true, maw: 280 } },
    // Inside of its landmark and over everything: what a portal gives, without leaving the page's outline.
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-start',
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: 'md' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': words.frame.close },
        centered: true,
        radius: 'md',
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.frame.close } } },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': words.frame.close },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
  },
});

const light = {
  '--page': '#f7f8fa',
  '--surface': '#ffffff',
  '--raised': '#ffffff',
  '--hover': '#f3f5f8',
  '--line': '#e4e8ed',
  '--line-strong': '#d3d9e1',
  '--text': '#161a21',
  '--text-dim': '#5d6879',
  '--accent': '#335fe0',
  '--accent-text': '#274dc0',
  '--accent-soft': '#eaf0fe',
  '--good': '#0b7a53',
  '--good-soft': '#e3f5ed',
  '--bad': '#c0332b',
  '--bad-soft': '#fdecea',
  '--warn': '#8f5b00',
  '--warn-soft': '#fdf3dc',
  '--mantine-color-accent-light': '#eaf0fe',
  '--mantine-color-accent-light-hover': '#dce6fd',
  '--mantine-color-accent-light-color': '#274dc0',
  '--mantine-color-body': '#ffffff',
  '--mantine-color-default-border': '#d3d9e1',
  '--mantine-color-dimmed': '#5d6879',
};

const night = {
  '--page': '#101317',
  '--surface': '#171a20',
  '--raised': '#1c2027',
  '--hover': '#1f242b',
  '--line': '#262b33',
  '--line-strong': '#363c47',
  '--text': '#e3e6eb',
  '--text-dim': '#969dab',
  '--accent': '#6f93f7',
  '--accent-text': '#8fabfa',
  '--accent-soft': '#1d2742',
  '--good': '#4cc38a',
  '--good-soft': '#13291f',
  '--bad': '#ff8278',
  '--bad-soft': '#331a18',
  '--warn': '#e2ad45',
  '--warn-soft': '#2c2312',
  '--mantine-color-accent-light': '#1d2742',
  '--mantine-color-accent-light-hover': '#24304f',
  '--mantine-color-accent-light-color': '#8fabfa',
  '--mantine-color-body': '#171a20',
  '--mantine-color-text': '#e3e6eb',
  '--mantine-color-default-border': '#363c47',
  '--mantine-color-default': '#1c2027',
  '--mantine-color-default-hover': '#242932',
  '--mantine-color-dimmed': '#969dab',
  '--mantine-color-anchor': '#8fabfa',
};

/** Names for what Mantine's palette does not name: surfaces, lines, and what is good, bad or a warning. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light, dark: night });

/** Where the chosen colour scheme is kept; `scheme.js` reads the same before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'brandscope.scheme' });
