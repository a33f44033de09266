//! One line about the view and what drawing it costs.

use std::fmt;
use std::time::Duration;

use egui::{FontId, Painter, Rect, vec2};
use msh_scene::camera::Camera;
use msh_scene::draw_list::FrameDraws;

use super::style;

/// What the line tells.
#[derive(Clone, Copy)]
pub(crate) struct Status<'a> {
    pub(crate) camera: &'a Camera,
    /// World units per second.
    pub(crate) speed: f32,
    /// What this frame draws.
    pub(crate) draws: &'a FrameDraws,
    /// How long the frame before took here.
    pub(crate) frame: Duration,
    /// How long a frame took on the device, if it can tell.
    pub(crate) on_device: Option<Duration>,
    /// Name of the device.
    pub(crate) device: &'a str,
}

impl fmt::Display for Status<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Camera {
            position,
            yaw,
            pitch,
            ..
        } = self.camera;
        // A yaw of 0 looks north and turns to the west, a heading to the east. Adding 0 turns
        // -0 into 0.
        let heading = (-yaw.to_degrees()).round().rem_euclid(360.0) + 0.0;
        let pitch = pitch.to_degrees().round() + 0.0;
        let [x, y, z] = position.to_array();
        let ranges = &self.draws.ranges;
        let indices = ranges.iter().map(|r| u64::from(r.emitted_index_count));
        let drawn = indices.clone().filter(|&count| count > 0).count();
        let triangles = indices.sum::<u64>() / 3;
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        write!(
            f,
            "{x:.1}, {y:.1}, {z:.1}   heading {heading}°, pitch {pitch}°   speed {:.1}   \
             {drawn} of {} ranges, {triangles} triangles   frame {:.1} ms",
            self.speed,
            ranges.len(),
            ms(self.frame),
        )?;
        if let Some(time) = self.on_device {
            write!(f, ", {:.1} on the device", ms(time))?;
        }
        write!(f, "   {}", self.device)
    }
}

/// Draws the line at the upper left of `area`; it wraps where that is too narrow. Gives the
/// height that it takes.
pub(super) fn draw(painter: &Painter, area: Rect, status: &Status<'_>) -> f32 {
    let padding = vec2(8.0, 3.0);
    let font = FontId::proportional(style::SIZE - 2.0);
    let width = (area.width() - 2.0 * padding.x).max(1.0);
    let galley = painter.layout(status.to_string(), font, style::TEXT, width);
    let rect = Rect::from_min_size(area.min, galley.size() + 2.0 * padding);
    painter.rect_filled(rect, style::RADIUS, style::BACKGROUND);
    painter.galley(area.min + padding, galley, style::TEXT);
    rect.height()
}

#[cfg(test)]
mod tests {
    use super::*;
    use msh_scene::draw_list::{FirstFaceTest, FrameRange, Queue};
    use msh_scene::glam::Vec3;
    use msh_scene::material::Surface;

    #[test]
    fn the_line_counts_what_is_drawn_and_names_a_compass_heading() {
        let range = |emitted_index_count| FrameRange {
            emitted_index_count,
            first_face_test: FirstFaceTest::NotApplicable,
            culled_by: None,
            surface: Surface::PLAIN,
            queue: Queue::Opaque,
            portal_fade: None,
            distance: None,
        };
        let draws = FrameDraws {
            ranges: vec![range(6), range(0), range(9)],
            ..FrameDraws::default()
        };
        let camera = Camera {
            position: Vec3::new(1.0, -2.04, 30.0),
            // A quarter turn towards -X: west.
            yaw: std::f32::consts::FRAC_PI_2,
            pitch: -0.001,
            fov: 1.3,
        };
        let status = Status {
            camera: &camera,
            speed: 40.0,
            draws: &draws,
            frame: Duration::from_micros(12_340),
            on_device: Some(Duration::from_millis(9)),
            device: "llvmpipe",
        };
        assert_eq!(
            status.to_string(),
            "1.0, -2.0, 30.0   heading 270°, pitch 0°   speed 40.0   \
             2 of 3 ranges, 5 triangles   frame 12.3 ms, 9.0 on the device   llvmpipe"
        );
    }
}
