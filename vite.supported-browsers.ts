/** The oldest supported browsers, by their names in MDN's compatibility data. README.md lists them for people. */
export const OLDEST_BROWSERS = {
  safari_ios: "16.4",
  safari: "16.4",
  firefox: "115",
  firefox_android: "115",
  chrome: "111",
  chrome_android: "111",
  samsunginternet_android: "23",
} as const;

/** Vite translates newer syntax of scripts and styles for these browsers. Samsung Internet 23 is a Chromium 115. */
export const BUILD_TARGET = ["ios16.4", "safari16.4", "firefox115", "chrome111"];
