//! Stage one of the command line: what was typed.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    ArgAction, ArgGroup, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser,
    Subcommand, ValueEnum,
};
use msh_renderer::DeviceSelector;

use crate::stage::Show;
use crate::values::{CameraText, Fog, Fov, Size, Speed, TextureFormat, TimeOfDay, Times};

/// Shows missions and models of Parkan: Iron Strategy (1998) in their original formats
///
/// Without PATH the demo mission that comes with the program opens. Names are looked up without
/// regard to case, and `\` and `/` are the same.
#[derive(Debug, Parser)]
#[command(
    verbatim_doc_comment,
    name = "msh-view",
    version,
    disable_help_subcommand = true,
    after_help = "`msh-view --help` says more, `msh-view VERB --help` explains a verb.",
    after_long_help = long_help(),
    override_usage = "msh-view [OPTIONS] [PATH]\n       msh-view VERB PATH [OPTIONS]",
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,

    /// Mission or model to open; without it, the demo mission
    ///
    /// A mission: its folder, mission.cfg or data.tma. A model: model.msh or
    /// archive.rlb::model.msh. A file that is named like a verb: ./inspect
    #[arg(verbatim_doc_comment)]
    pub(crate) path: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    #[command(flatten)]
    pub(crate) camera: CameraArgs,
    #[command(flatten)]
    pub(crate) window: WindowArgs,
    #[command(flatten)]
    pub(crate) sky: SkyArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    #[command(flatten)]
    pub(crate) device: DeviceArgs,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

fn long_help() -> String {
    format!(
        "{}\n\
         Exit status: 0 fine, 1 the data or the device does not allow it, 2 wrong usage.\n\n\
         Examples:\n  \
         msh-view                                    fly through the demo\n  \
         msh-view MISSIONS/Single.01                 a mission; its game root is found by itself\n  \
         msh-view fortif.rlb::bunker.msh             one model out of an archive\n  \
         msh-view --screenshot a.png --size 1280x720 a picture, without a window or display\n  \
         msh-view inspect MISSIONS/Single.01 --json  what is in it, for scripts\n  \
         msh-view extract Textures.lib -o folder     every member a file; pack reverses it",
        crate::commands::KeyList
    )
}

/// What to do instead of opening a window.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Say what is in a mission, a model or any other file
    Inspect(InspectArgs),
    /// Compute the poses of a model's nodes
    Pose(PoseArgs),
    /// Ask what segments strike, or how high the ground is
    Query(QueryArgs),
    /// List what one frame draws, without drawing it
    Draws(DrawsArgs),
    /// Follow every reference and list everything that is broken
    ///
    /// PATH is a game root: everything in it; a mission: what it leads to; an archive: its
    /// members; or any file that `inspect` knows. Each problem is listed once, with the way
    /// that leads to it. The exit status is 0 if there is none, 1 if there are.
    #[command(verbatim_doc_comment)]
    Check(InspectArgs),
    /// List the members of an archive
    List(ListArgs),
    /// Write the members of an archive into a folder
    ///
    /// From all members and archive.json, which holds their order, types, attributes and names,
    /// `pack` makes the same archive again, byte for byte; from some of them an archive of these.
    #[command(verbatim_doc_comment)]
    Extract(ExtractArgs),
    /// Put an archive together from a folder that `extract` wrote
    ///
    /// An unchanged folder gives the archive it came from, byte for byte. A changed one gets the
    /// form of the game's own archives: members in the order of archive.json, names sorted.
    #[command(verbatim_doc_comment)]
    Pack(PackArgs),
    /// Turn a texture into a PNG picture, or a PNG picture into a texture
    ///
    /// A texture becomes an 8-bit RGBA picture of its level 0. Alpha is the stored one for the
    /// formats 4444, 8888 and 88, else opaque. Which of the two PATH is, its first bytes say:
    ///
    ///   msh-view export Textures.lib::MTP_01.0 -o a.png
    ///   msh-view export a.png -o a.tex --format 4444 --mips 7
    #[command(verbatim_doc_comment)]
    Export(ExportArgs),
}

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// A mission, a file, an archive, or archive.rlb::member; for `check` also a game root
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) root: RootArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("source").multiple(false))]
pub(crate) struct PoseArgs {
    /// model.msh or archive.rlb::model.msh
    pub(crate) model: PathBuf,
    /// The fallback key of every node (the default)
    #[arg(long, group = "source")]
    pub(crate) fallback: bool,
    /// This animation frame in every node
    #[arg(long, value_name = "N", group = "source")]
    pub(crate) frame: Option<u16>,
    /// One time per node; `-` is none and takes the fallback key
    #[arg(
        long,
        value_name = "T0,T1,..",
        group = "source",
        allow_hyphen_values = true
    )]
    pub(crate) times: Option<Times>,
    /// The times a control file sets at the start
    #[arg(long, value_name = "FILE.ctl", group = "source")]
    pub(crate) control: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
#[allow(rustdoc::broken_intra_doc_links, reason = "JSON in a help text")]
pub(crate) struct QueryArgs {
    /// File with the request in JSON; `-` is standard input
    ///
    /// One of
    ///   {"mode":"local","model":PATH,"node":N,"slot":N,"segments":[[x0,y0,z0,x1,y1,z1],..]}
    ///   {"mode":"world","model":PATH,"nodes":[{"node":N,"slot":N,
    ///    "world_from_node":[16 numbers, column-major]},..],"segments":[..]}
    ///   {"mode":"height","land":PATH,"points":[[x,y],..]}
    /// local takes "masks":{"node_include":0,"node_exclude":0,"batch_include":..,
    /// "triangle_include":..} too. A relative PATH starts from the folder of the request, for
    /// standard input from the current one; archive.rlb::member is allowed.
    #[arg(verbatim_doc_comment, value_name = "FILE")]
    pub(crate) request: PathBuf,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DrawsArgs {
    /// A mission or a model, as for the viewer
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    #[command(flatten)]
    pub(crate) camera: CameraArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// An archive, or archive.rlb::member that is one
    pub(crate) archive: PathBuf,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    /// An archive, or archive.rlb::member that is one
    pub(crate) archive: PathBuf,
    /// Names of members; `*` is any characters, `?` any one. All members if there is none
    #[arg(value_name = "PATTERN")]
    pub(crate) patterns: Vec<String>,
    /// The folder; made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Overwrite files that are there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The folder with archive.json
    pub(crate) folder: PathBuf,
    /// The archive
    #[arg(short, long, value_name = "ARCHIVE")]
    pub(crate) output: PathBuf,
    /// Overwrite an archive that is there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A texture, archive.lib::member, or a PNG picture
    pub(crate) path: PathBuf,
    /// The PNG picture or texture to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Of a texture: only this rectangle of its Page chunk
    #[arg(long, value_name = "K")]
    pub(crate) page: Option<usize>,
    /// Of a texture: this level instead of 0
    #[arg(long, value_name = "I")]
    pub(crate) mip: Option<usize>,
    /// Of a picture: pixel format, one of 0, 565, 556, 4444, 88, 888, 8888 (the default)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<TextureFormat>,
    /// Of a picture: number of levels, 1 by default; lower ones are box-filtered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=13))]
    pub(crate) mips: Option<u32>,
    /// Of a picture: take format, levels, flags, pages and a fitting palette from this texture
    #[arg(long, value_name = "TEXTURE")]
    pub(crate) like: Option<PathBuf>,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Where a scene comes from.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Scene")]
pub(crate) struct RootArgs {
    /// The game root; found by walking up from PATH otherwise
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Stand every component at this animation frame instead of its initial pose
    #[arg(long, value_name = "N")]
    pub(crate) static_animation_frame: Option<u16>,
}

/// What is in a scene.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Scene")]
pub(crate) struct SceneArgs {
    #[command(flatten)]
    pub(crate) root: RootArgs,
    /// State of the geometry of all components, 0 to 2
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2))]
    pub(crate) state: u8,
    /// Level of detail, 0 (the finest, and the default) to 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) lod: Option<u8>,
    /// Material table of a single model; its sibling otherwise
    #[arg(long, value_name = "FILE")]
    pub(crate) wear: Option<PathBuf>,
}

/// Where the scene is seen from.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Camera")]
pub(crate) struct CameraArgs {
    /// Where the camera stands and looks
    ///
    /// World units and degrees. Yaw 0 looks north (+Y), positive turns west; positive pitch
    /// looks up.
    #[arg(
        verbatim_doc_comment,
        long,
        value_name = "X,Y,Z,YAW,PITCH",
        allow_hyphen_values = true
    )]
    pub(crate) camera: Option<CameraText>,
    /// Horizontal field of view
    #[arg(long, value_name = "DEG")]
    pub(crate) fov: Option<Fov>,
    /// Size of the picture or window in pixels
    ///
    /// Without it 1280x720, for a window in pixels of the desktop's scale.
    #[arg(long, value_name = "WxH", verbatim_doc_comment)]
    pub(crate) size: Option<Size>,
}

/// What happens in the window.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Window")]
pub(crate) struct WindowArgs {
    /// Let the camera pass through ground and buildings
    #[arg(long)]
    pub(crate) no_collision: bool,
    /// Set everything going that moves, models and materials; Space stops it
    #[arg(long, conflicts_with = "screenshot")]
    pub(crate) play: bool,
}

/// The hour and the air.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Sky")]
pub(crate) struct SkyArgs {
    /// Time of day; otherwise the mission's own
    ///
    /// Some missions have two days that take turns: 1/12:30 is noon of the second.
    #[arg(verbatim_doc_comment, long, value_name = "HH:MM")]
    pub(crate) time: Option<TimeOfDay>,
    /// Fog as in the game, none, or FACTOR times as far
    #[arg(long, value_name = "on|off|FACTOR", default_value_t)]
    pub(crate) fog: Fog,
    /// Let the day pass in the window, SPEED times as fast as in the game
    #[arg(
        long,
        value_name = "SPEED",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "screenshot"
    )]
    pub(crate) play_sky: Option<Speed>,
}

/// What is shown of a scene, and at which moment.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Frame")]
pub(crate) struct FrameArgs {
    /// The moment so many milliseconds after everything that moves was set going
    ///
    /// Materials and models; without it, models stand as their controllers set them at the start.
    #[arg(verbatim_doc_comment, long, value_name = "MS")]
    pub(crate) clock: Option<u32>,
    /// Quads that cover doorways from afar and fade close by
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Toggle::On,
          hide_possible_values = true)]
    pub(crate) portals: Toggle,
}

/// Something that is shown or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Toggle {
    On,
    Off,
}

impl FrameArgs {
    /// What is shown at the start.
    pub(crate) fn show(&self) -> Show {
        Show {
            clock_ms: self.clock.unwrap_or(0),
            portals: self.portals == Toggle::On,
        }
    }
}

/// What becomes of the picture.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Picture")]
pub(crate) struct PictureArgs {
    /// Write the picture to a file and exit; needs no window or display
    #[arg(long, value_name = "FILE.png")]
    pub(crate) screenshot: Option<PathBuf>,
    /// Exit after N frames
    #[arg(long, value_name = "N")]
    pub(crate) frames: Option<NonZeroU32>,
}

/// How the picture is drawn.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Look")]
pub(crate) struct LookArgs {
    /// Where light is computed
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Light::Vertex)]
    pub(crate) light: Light,
    /// Which sides of faces are drawn
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = ShownSides::Game)]
    pub(crate) sides: ShownSides,
    /// Draw the edges of faces
    #[arg(long)]
    pub(crate) wireframe: bool,
    /// How textures are filtered
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Filter::Best)]
    pub(crate) filter: Filter,
    /// Samples a pixel, 1 or 4; four smooth the edges
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        hide_possible_values = true
    )]
    pub(crate) msaa: Msaa,
}

/// Where light is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Light {
    /// At the vertices, as in the game
    Vertex,
    /// At every pixel; smoother on large faces
    Fragment,
}

/// Which sides of faces are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShownSides {
    /// Those the game draws
    Game,
    /// Both
    Two,
    /// Both, the back in red
    Red,
}

/// How textures are filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Filter {
    /// Smoothly, also at a slant
    Best,
    /// Not: every texel is a square
    Nearest,
}

/// Samples a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Msaa {
    #[value(name = "1")]
    One,
    #[value(name = "4")]
    Four,
}

/// What draws.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Device")]
pub(crate) struct DeviceArgs {
    /// Device to draw with: its index in --list-devices, or a part of its name
    #[arg(long, value_name = "NAME|INDEX")]
    pub(crate) device: Option<DeviceSelector>,
    /// List the devices and exit
    #[arg(long)]
    pub(crate) list_devices: bool,
    /// Turn on the Khronos validation layer; any message of it makes the exit status 1
    #[arg(long)]
    pub(crate) validation: bool,
    /// How frames reach the screen
    #[arg(long, value_name = "MODE", value_enum, default_value_t = PresentMode::Fifo)]
    pub(crate) present_mode: PresentMode,
}

/// How frames reach the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PresentMode {
    /// Wait for the screen; no tearing
    Fifo,
    /// The newest frame wins; no tearing
    Mailbox,
    /// At once; may tear
    Immediate,
}

/// In what form results are printed.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct JsonArgs {
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// How much is said on standard error.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Verbosity {
    /// Say more; twice, even more
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose", global = true)]
    pub(crate) quiet: bool,
}

impl CommandLine {
    /// Parses the arguments of the process; prints help or a usage error and exits otherwise.
    pub(crate) fn of_process() -> Self {
        let mut command = Self::command();
        let matches = command.get_matches_mut();
        Self::check_order(&mut command, &matches)
            .and_then(|()| Self::from_arg_matches(&matches))
            .and_then(|line| line.check_wear(&mut command))
            .unwrap_or_else(|error| error.exit())
    }

    /// The demo has its own materials.
    fn check_wear(self, command: &mut Command) -> Result<Self, clap::Error> {
        if self.verb.is_none() && self.path.is_none() && self.scene.wear.is_some() {
            let message = "--wear is for a single model; PATH names none";
            return Err(command.error(ErrorKind::MissingRequiredArgument, message));
        }
        Ok(self)
    }

    /// An option of the viewer before a verb would be lost without a word.
    fn check_order(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
        let Some(verb) = matches.subcommand_name() else {
            return Ok(());
        };
        let typed = |arg: &&clap::Arg| {
            let id = arg.get_id().as_str();
            !arg.is_global_set() && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let lost = command.get_arguments().find(typed).map(ToString::to_string);
        lost.map_or(Ok(()), |lost| {
            let message = format!("{lost} stands before the verb '{verb}', its options come after");
            Err(command.error(ErrorKind::ArgumentConflict, message))
        })
    }
}
