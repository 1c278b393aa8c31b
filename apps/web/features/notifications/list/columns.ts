/** The columns of the table; narrow screens show two lines per streamer. The last column fits three icon buttons. */
export const columns =
  'grid-cols-[16px_minmax(0,1fr)_auto] pointer-coarse:@max-4xl:grid-cols-[24px_minmax(0,1fr)_auto] @4xl:grid-cols-[20px_minmax(188px,1.4fr)_minmax(104px,0.9fr)_minmax(104px,0.9fr)_minmax(160px,1.7fr)_80px_calc(var(--control-size)*3)]';
