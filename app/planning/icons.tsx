export const PlayIcon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 2c8 0 14 6 14 14s-6 14-14 14S2 24 2 16 8 2 16 2Z" fill="#f3b233" stroke="#17182b" strokeWidth="3" />
    <path d="M12.5 9.5 23 16l-10.5 6.5Z" fill="#17182b" />
  </svg>
);

export const CalendarIcon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M4 7h24v21H4Z" fill="#fffbf1" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="M4 7h24v6H4Z" fill="#a9d3e0" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="M10.5 3v6M21.5 3v6M16 16v8M12 20h8" fill="none" stroke="#17182b" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

/** Something that leaves its box: sharing. */
export const ShareIcon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M9 13H5v15h22V13h-4M16 20V4M10 9.5 16 3.5l6 6"
      fill="none"
      stroke="#17182b"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
);
