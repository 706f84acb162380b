/** Small inked signs that stand beside words; never alone, thus hidden from screen readers. */

export const Triangle = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2 23 22H1Z" fill="#c9341f" />
    <path d="M12 9v6M12 18v1" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
);

export const Vu = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M4 17c4 2 6 5 9 10C17 17 22 10 30 3 22 7 17 12 13 19c-3-3-5-3-9-2z"
      fill="#4b7a37"
      stroke="#17182b"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
  </svg>
);
