//! The connection to the display.

use std::panic::{self, PanicHookInfo};

use anyhow::{Result, bail};
use winit::event_loop::EventLoop;

const HINT: &str = "`--screenshot FILE.png` draws a picture without one";

/// Any one of these names a display.
const VARIABLES: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Connects to the display that the environment names.
///
/// # Errors
/// There is none, or a library of it is not installed.
pub(crate) fn open() -> Result<EventLoop<()>> {
    if cfg!(target_os = "linux")
        && !VARIABLES
            .iter()
            .any(|name| std::env::var_os(name).is_some())
    {
        bail!("no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; {HINT}");
    }
    // On X11 winit panics where libxkbcommon-x11 is missing; nothing of it is used afterwards.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_: &PanicHookInfo<'_>| {}));
    let result = panic::catch_unwind(EventLoop::new);
    panic::set_hook(hook);
    match result {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(error)) => {
            // winit puts a place in its own source before the reason.
            let text = error.to_string();
            let reason = text.rsplit(": ").next().unwrap_or_default();
            bail!("the display cannot be used: {reason}; {HINT}")
        }
        Err(payload) => {
            let text = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("no reason given");
            bail!(
                "the display cannot be used ({text}); on Debian: \
                 apt install libxkbcommon-x11-0 libxcursor1 libxi6. {HINT}"
            )
        }
    }
}
