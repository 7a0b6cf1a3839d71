//! The convolutions of the deep network in tract, a public runtime for networks: a peer that is built in only with
//! `--features tract`, as it takes long to compile. Means, maxima and heads are left out, so it has less to do.

use super::Report;
use aji_net::conv::winograd::{self, Forward, Sizes, Store, TAPS, Workspace};
use aji_net::conv::{Shape, Tiling};
use aji_rules::Size;
use anyhow::{Context, ensure};
use tract_core::internal::*;
use tract_core::ops::cnn::conv::KernelFormat;
use tract_core::ops::cnn::{Conv, PaddingSpec, PoolSpec};
use tract_core::ops::math;
use tract_core::ops::nn::DataFormat;

pub const NAME: &str = "its convolutions in tract";

/// Filters `[tap][from][to]` and biases of one convolution.
struct Filters<'a> {
    from: usize,
    to: usize,
    taps: &'a [f32],
    bias: &'a [f32],
}

/// The convolutions of a tower, in order.
fn convolutions<'a>(shape: &Shape, weights: &'a [f32]) -> Vec<Filters<'a>> {
    let segments = shape.segments();
    let pairs = segments.windows(2).filter(|pair| pair[0].is_convolution);
    pairs
        .map(|pair| Filters {
            from: pair[0].rows / TAPS,
            to: pair[0].columns,
            taps: &weights[pair[0].range()],
            bias: &weights[pair[1].range()],
        })
        .collect()
}

fn wire(
    model: &mut TypedModel,
    name: &str,
    filters: &Filters<'_>,
    input: OutletId,
) -> TractResult<OutletId> {
    let Filters { from, to, taps, bias } = *filters;
    let mut kernel = vec![0.0; taps.len()];
    for (at, tap) in taps.iter().enumerate() {
        let (place, i, o) = (at / (from * to), at / to % from, at % to);
        kernel[(o * from + i) * TAPS + place] = *tap;
    }
    let kernel = model
        .add_const(format!("{name}.kernel"), Tensor::from_shape(&[to, from, 3, 3], &kernel)?)?;
    let bias = model.add_const(format!("{name}.bias"), Tensor::from_shape(&[to], bias)?)?;
    let spec =
        PoolSpec::new(DataFormat::NCHW, tvec!(3, 3), PaddingSpec::SameUpper, None, None, from, to);
    let conv = Conv::new(spec, KernelFormat::OIHW, 1, None);
    Ok(model.wire_node(name, conv, &[input, kernel, bias])?[0])
}

fn plan(
    filters: &[Filters<'_>],
    size: Size,
) -> TractResult<impl Fn(&Tensor) -> TractResult<TValue>> {
    let mut model = TypedModel::default();
    let planes = filters.first().map_or(0, |first| first.from);
    let input = model.add_source("planes", f32::fact([1, planes, size.height(), size.width()]))?;
    let zero = model.add_const("zero", tensor0(0.0_f32).broadcast_into_rank(4)?)?;
    let (first, blocks) = filters.split_first().context("a tower has convolutions")?;
    let mut trunk = wire(&mut model, "first", first, input)?;
    for (index, block) in blocks.chunks_exact(2).enumerate() {
        let middle = wire(&mut model, &format!("{index}.first"), &block[0], trunk)?;
        let middle = model.wire_node(format!("{index}.cut"), math::max(), &[middle, zero])?[0];
        let change = wire(&mut model, &format!("{index}.second"), &block[1], middle)?;
        trunk = model.wire_node(format!("{index}.sum"), math::add(), &[trunk, change])?[0];
    }
    model.set_output_outlets(&[trunk])?;
    let plan = model.into_optimized()?.into_runnable()?;
    Ok(move |input: &Tensor| Ok(plan.run(tvec!(input.clone().into()))?.remove(0)))
}

/// How many boards a second tract's convolutions see, after making sure that it sees what we see.
pub fn boards_per_second(
    shape: &Shape,
    weights: &[f32],
    size: Size,
    report: &Report,
) -> anyhow::Result<f64> {
    let filters = convolutions(shape, weights);
    let area = size.area();
    let points: Vec<f32> =
        (0..area * shape.planes).map(|at| (at * 37 % 11) as f32 / 11.0).collect();
    let turned_input: Vec<f32> =
        (0..shape.planes * area).map(|at| points[at % area * shape.planes + at / area]).collect();
    let input = Tensor::from_shape(&[1, shape.planes, size.height(), size.width()], &turned_input)?;

    let first = filters.first().context("a tower has convolutions")?;
    let theirs = plan(&filters[..1], size)?(&input)?;
    let theirs = theirs.as_slice::<f32>()?;
    let mut padded = points.clone();
    padded.resize((area + 1) * shape.planes, 0.0);
    let mut transformed = vec![0.0; first.taps.len() / TAPS * winograd::PLACES];
    winograd::transform_filters(first.taps, &mut transformed);
    let mut ours = vec![0.0; area * first.to];
    Forward {
        tiling: &Tiling::new(size.width(), size.height()),
        sizes: Sizes { boards: 1, from: first.from, to: first.to },
        filters: &transformed,
        bias: first.bias,
        input: &padded,
        out: &mut ours,
        store: Store::Put,
        work: &mut Workspace::default(),
    }
    .run();
    let is_near = |at: usize| (ours[at % area * first.to + at / area] - theirs[at]).abs() < 1e-2;
    ensure!((0..theirs.len()).all(is_near), "tract's convolutions are not ours");

    let plan = plan(&filters, size)?;
    plan(&input)?;
    Ok(report.rate(|| (0..4).filter(|_| plan(&input).is_ok()).count() as u64))
}
